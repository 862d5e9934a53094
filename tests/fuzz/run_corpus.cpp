// Feeds files to a fuzz target without libFuzzer, so that what was ever found is tested with every build.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

void feed(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);  // the last one named is the one that ended it
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
    int fed = 0;
    for (int k = 1; k < count; ++k) {
        for (const auto& entry : std::filesystem::directory_iterator(arguments[k])) {
            feed(entry.path());
            ++fed;
        }
    }
    std::printf("%d files\n", fed);
    return fed > 0 ? 0 : 1;
}
