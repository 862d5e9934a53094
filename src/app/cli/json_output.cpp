#include "app/cli/json_output.h"

#include <array>
#include <charconv>

namespace meniscus {

std::string jsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json jsonOf(Vec3 v) {
    return Json::array({v.x, v.y, v.z});
}

double shortDecimal(float value) {
    std::array<char, 32> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    double result = value;
    std::from_chars(digits.data(), written.ptr, result);
    return result;
}

}  // namespace meniscus
