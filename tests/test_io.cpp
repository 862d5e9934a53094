// Files are written whole or not at all, and a path that cannot be written is known before the work.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "small_file_limit.h"
#include "temporary_folder.h"

using namespace meniscus;
namespace fs = std::filesystem;

namespace {

bool isRoot() {
    return ::geteuid() == 0;
}

template <typename Error, typename Action>
std::string messageOf(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("An atomic write creates and replaces, and leaves nothing else", "[io]") {
    const TemporaryFolder folder;
    const fs::path file = folder.file("a.json");
    writeFileAtomically(file, "first");
    CHECK(readText(file) == "first");
    writeFileAtomically(file, "second, longer");
    CHECK(readText(file) == "second, longer");
    writeFileAtomically(file, "");
    CHECK(readText(file).empty());
    CHECK(folder.fileCount() == 1);
}

TEST_CASE("A write that fails half-way leaves the old content and no temporary file", "[io]") {
    const TemporaryFolder folder;
    const fs::path file = folder.file("a.json");
    writeFileAtomically(file, "old");
    std::string message;
    {
        const SmallFileLimit limit(1000);
        message = messageOf<WorkError>([&] { writeFileAtomically(file, std::string(5000, 'x')); });
    }
    CHECK_THAT(message, Catch::Contains(file.string()) && Catch::Contains("File too large"));
    CHECK(readText(file) == "old");
    CHECK(folder.fileCount() == 1);
}

TEST_CASE("Paths that cannot be written are refused with path and reason", "[io]") {
    const TemporaryFolder folder;
    const fs::path missing = folder.file("missing") / "a.json";
    const std::string tooLong(300, 'n');
    const std::vector<std::pair<fs::path, std::string>> table{{missing, "No such file or directory"},
                                                              {folder.path(), "Is a directory"},
                                                              {folder.file("new") / "", "directory"},
                                                              {folder.file(tooLong), "File name too long"},
                                                              {"/dev/null", "not a regular file"},
                                                              {"/proc/meniscus.json", "/proc"},
                                                              {"", "empty"}};
    for (const auto& [path, reason] : table) {
        CAPTURE(path, reason);
        const std::string onCheck = messageOf<InputError>([&p = path] { checkWritable(p); });
        const std::string onWrite = messageOf<InputError>([&p = path] { writeFileAtomically(p, "x"); });
        CHECK_THAT(onCheck, Catch::Contains("cannot write '" + path.string() + "'") && Catch::Contains(reason));
        CHECK(onCheck == onWrite);
    }
    CHECK(folder.fileCount() == 0);
}

TEST_CASE("A file or folder without write permission is refused", "[io]") {
    if (isRoot()) return;  // permission bits do not bind root
    const TemporaryFolder folder;
    const fs::path file = folder.file("a.json");
    writeFileAtomically(file, "old");
    fs::permissions(file, fs::perms::owner_read);
    CHECK_THROWS_AS(checkWritable(file), InputError);
    CHECK_THROWS_AS(writeFileAtomically(file, "new"), InputError);
    CHECK(readText(file) == "old");
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    CHECK_THROWS_AS(checkWritable(folder.file("b.json")), InputError);
    fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST_CASE("Checking leaves no traces", "[io]") {
    const TemporaryFolder folder;
    checkWritable(folder.file("a.json"));
    CHECK(folder.fileCount() == 0);
    writeFileAtomically(folder.file("a.json"), "content");
    checkWritable(folder.file("a.json"));
    CHECK(readText(folder.file("a.json")) == "content");
    CHECK(folder.fileCount() == 1);
}

TEST_CASE("Links and permissions of a file outlive its replacement", "[io]") {
    const TemporaryFolder folder;
    const fs::path file = folder.file("real.json");
    const fs::path link = folder.file("link.json");
    writeFileAtomically(file, "old");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("real.json", link);
    writeFileAtomically(link, "new");
    CHECK(fs::is_symlink(link));
    CHECK(readText(file) == "new");
    CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("Temporary files of dead programs are removed, and nothing else", "[io]") {
    const TemporaryFolder folder;
    const std::vector<std::string> strays{".meniscus-1-0.tmp", ".meniscus-999999-12345.tmp",
                                          ".meniscus-" + std::to_string(::getpid()) + "-7.tmp"};
    const std::vector<std::string> others{".meniscus-.tmp.keep", ".meniscus-a-b.tmp", "meniscus-1-0.tmp", "a.json",
                                          ".other-1-0.tmp"};
    for (const auto& name : strays) writeFileAtomically(folder.file(name), "half");
    for (const auto& name : others) writeFileAtomically(folder.file(name), "whole");
    fs::create_directory(folder.file(".meniscus-5-5.tmp"));
    REQUIRE(::mkfifo(folder.file(".meniscus-6-6.tmp").c_str(), 0600) == 0);
    fs::create_symlink("a.json", folder.file(".meniscus-7-7.tmp"));
    // One that somebody writes: the lock is of the open file, so a second one in this process counts as another's.
    writeFileAtomically(folder.file(".meniscus-2-2.tmp"), "being written");
    const int writer = ::open(folder.file(".meniscus-2-2.tmp").c_str(), O_RDWR);
    REQUIRE(::flock(writer, LOCK_EX) == 0);
    removeStrayFiles(folder.path());
    for (const auto& name : strays) CHECK_FALSE(fs::exists(folder.file(name)));
    for (const auto& name : others) CHECK(fs::exists(folder.file(name)));
    CHECK(fs::exists(folder.file(".meniscus-5-5.tmp")));
    CHECK(fs::exists(folder.file(".meniscus-6-6.tmp")));
    CHECK(fs::is_symlink(folder.file(".meniscus-7-7.tmp")));
    CHECK(fs::exists(folder.file(".meniscus-2-2.tmp")));
    ::close(writer);
    removeStrayFiles(folder.path());
    CHECK_FALSE(fs::exists(folder.file(".meniscus-2-2.tmp")));
    removeStrayFiles(folder.file("none"));
}

TEST_CASE("Writing into a folder removes what killed programs left there", "[io]") {
    const TemporaryFolder folder;
    std::ofstream(folder.file(".meniscus-1-0.tmp")) << "half";
    writeFileAtomically(folder.file("a.json"), "whole");
    CHECK(folder.fileCount() == 1);
    const TemporaryFolder other;
    std::ofstream(other.file(".meniscus-1-0.tmp")) << "half";
    checkWritable(other.file("a.json"));
    CHECK(other.fileCount() == 0);
}
