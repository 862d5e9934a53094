#include "meniscus/fluid/method.h"

#include <algorithm>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

std::vector<MethodInfo>& registry() {
    static std::vector<MethodInfo> all;
    return all;
}

}  // namespace

MethodRegistration::MethodRegistration(const MethodInfo& info) {
    auto& all = registry();
    all.push_back(info);
    // Files register in any order.
    std::ranges::sort(all, {}, [](const MethodInfo& m) { return std::pair(m.name != kDefaultMethod, m.name); });
}

std::span<const MethodInfo> methods() {
    return registry();
}

const MethodInfo& findMethod(std::string_view name) {
    std::vector<std::string_view> names;
    for (const MethodInfo& info : registry()) {
        if (info.name == name) return info;
        names.push_back(info.name);
    }
    throw InputError(unknownName("method", name, names));
}

}  // namespace meniscus
