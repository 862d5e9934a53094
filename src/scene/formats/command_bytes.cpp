#include "scene/formats/command_bytes.h"

#include <fmt/ranges.h>

namespace meniscus {
namespace {

constexpr size_t kMaxNameLength = 100;  // bytes, of commands and fields
constexpr size_t kMaxValue = 1000;      // bytes
constexpr size_t kMaxFields = 8192;     // bytes, of all fields of a command

template <typename T>
void putValue(ByteWriter& bytes, const T& value) {
    if constexpr (NamedEnum<T>) {
        bytes.text(std::string(nameOf(value)), kMaxValue);
    } else if constexpr (std::is_same_v<T, std::string>) {
        bytes.text(value, kMaxValue);
    } else {
        bytes(value);
    }
}

template <typename T>
void takeValue(ByteReader& bytes, T& value) {
    if constexpr (NamedEnum<T>) {
        std::string name;
        bytes.text(name, kMaxValue);
        const auto known = parseName<T>(name);
        if (!known) bytes.refuse(fmt::format("'{}' is unknown; allowed: {}", name, fmt::join(kNamesOf<T>, ", ")));
        value = *known;
    } else if constexpr (std::is_same_v<T, std::string>) {
        bytes.text(value, kMaxValue);
    } else {
        bytes(value);
    }
}

struct FieldWriter {
    ByteWriter bytes;

    template <typename T>
    void operator()(std::string_view key, const T& value, const auto&, std::string_view) {
        ByteWriter one;
        putValue(one, value);
        bytes.text(std::string(key), kMaxNameLength);
        bytes.text(one.bytes(), kMaxValue);
    }
};

class FieldReader {
  public:
    FieldReader(const std::string& fields, const std::string& where) : where_(where) {
        ByteReader bytes(fields, where);
        while (bytes.remaining() > 0) {
            Field& field = fields_.emplace_back();
            bytes.text(field.key, kMaxNameLength);
            bytes.text(field.value, kMaxFields);
        }
    }

    template <typename T, typename Rule>
    void operator()(std::string_view key, T& value, const Rule& rule, std::string_view) {
        const auto field = std::find_if(fields_.begin(), fields_.end(), [&](const Field& f) { return f.key == key; });
        if (field == fields_.end()) {
            if constexpr (requires { rule.isOptional; }) {
                if (rule.isOptional) return;
            }
            throw InputError(fmt::format("{}: has no {}", where_, key));
        }
        ByteReader bytes(field->value, where_);
        takeValue(bytes, value);
        if (bytes.remaining() > 0) bytes.refuse(fmt::format("{} bytes follow {}", bytes.remaining(), key));
        fields_.erase(field);
    }

    // Throws for what no field has taken.
    void finish() const {
        if (!fields_.empty()) throw InputError(fmt::format("{}: has an unknown '{}'", where_, fields_.front().key));
    }

  private:
    struct Field {
        std::string key, value;
    };
    std::vector<Field> fields_;
    const std::string& where_;
};

}  // namespace

void writeCommand(ByteWriter& bytes, const LoggedCommand& logged) {
    bytes(logged.step);
    bytes(logged.clock);
    bytes.text(std::string(infoOf(logged.command).name), kMaxNameLength);
    FieldWriter writer;
    std::visit([&]<typename T>(const T& c) { T::fields(c, writer); }, logged.command);
    bytes.text(writer.bytes.bytes(), kMaxFields);
}

void readCommand(ByteReader& bytes, LoggedCommand& logged) {
    bytes(logged.step);
    bytes(logged.clock);
    std::string name, fields;
    bytes.text(name, kMaxNameLength);
    bytes.text(fields, kMaxFields);
    const std::string where = fmt::format("{}: a command {} of step {}", bytes.where(), name, logged.step);
    const bool isKnown = anyCommandType([&]<typename T>() {
        if (name != T::kInfo.name) return false;
        FieldReader reader(fields, where);
        T::fields(logged.command.emplace<T>(), reader);
        reader.finish();
        return true;
    });
    if (!isKnown) {
        bytes.refuse(fmt::format("command '{}' is unknown; allowed: {}", name, fmt::join(commandNames(), ", ")));
    }
    try {
        checkCommand(logged.command);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", where, error.what()));
    }
}

}  // namespace meniscus
