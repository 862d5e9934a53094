// What the window keeps in its state folder: recent files, autosaves and whose they are; and its tasks.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <future>

#include "meniscus/scene/scene_file.h"
#include "meniscus/session/autosave.h"
#include "meniscus/session/document.h"
#include "meniscus/session/recent_files.h"
#include "meniscus/session/task_queue.h"
#include "temporary_folder.h"
#include "worlds.h"

using namespace meniscus;
namespace fs = std::filesystem;

namespace {

void writeText(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

// In a process of its own, which then is killed.
template <typename Work>
void inKilledProcess(const Work& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
}

}  // namespace

TEST_CASE("Recent files come back newest first, whatever their names", "[files]") {
    const TemporaryFolder folder;
    const fs::path list = folder.file("state/recent");
    CHECK(loadRecentFiles(list).empty());
    const std::vector<fs::path> odd{"/tmp/a b.meniscus", "/tmp/100%41.png", "/tmp/line\nbreak",
                                    "/tmp/\xff\xfe.meniscus", "/tmp/\xe6\xb0\xb4"};
    for (const fs::path& path : odd) addRecentFile(list, path);
    CHECK(loadRecentFiles(list) == std::vector<fs::path>(odd.rbegin(), odd.rend()));
    CHECK(addRecentFile(list, odd[1]).front() == odd[1]);
    CHECK(loadRecentFiles(list).size() == odd.size());
    for (int k = 0; k < 30; ++k) addRecentFile(list, "/tmp/" + std::to_string(k));
    CHECK(loadRecentFiles(list).size() == kMaxRecentFiles);
    writeText(list, std::string("relative/path\n%zz\n\0/x\n", 22) + std::string(1 << 18, 'x'));
    CHECK(loadRecentFiles(list).empty());
    CHECK(addRecentFile({}, "/tmp/x").size() == 1);  // nowhere to keep it
    CHECK(addRecentFile("/proc/no/recent", "/tmp/x").size() == 1);
}

TEST_CASE("Work is left by who ended without being asked, and by nobody else", "[files]") {
    const TemporaryFolder folder;
    Autosave own(folder.file("autosave"));
    REQUIRE_FALSE(own.file().empty());
    writeText(own.file(), "own");
    CHECK(own.findLeft().empty());
    {
        Autosave other(folder.file("autosave"));
        other.setName("other");
        writeText(other.file(), "work");
        CHECK(own.findLeft().empty());  // it lives
        CHECK(other.findLeft().empty());
        other.clear();
        other.finish();
        CHECK(own.findLeft().empty());
    }
    inKilledProcess([&] {
        const Autosave killed(folder.file("autosave"));
        killed.setName("swirl");
        writeText(killed.file(), "work");
    });
    inKilledProcess([&] { const Autosave killed(folder.file("autosave")); });  // had nothing to keep
    std::vector<LeftWork> left = own.findLeft();
    REQUIRE(left.size() == 1);
    CHECK(left[0].name == "swirl");
    CHECK(readText(left[0].file) == "work");
    {
        const Autosave third(folder.file("autosave"));
        CHECK(third.findLeft().empty());  // offered by the first one
    }
    left.clear();
    left = own.findLeft();
    REQUIRE(left.size() == 1);
    own.adopt(std::move(left[0]));
    CHECK(readText(own.file()) == "work");
    CHECK(own.findLeft().empty());

    writeText(folder.file("autosave/work-1-1.meniscus"), "lost its lock");
    left = own.findLeft();
    REQUIRE(left.size() == 1);
    Autosave::putAside(std::move(left[0]));
    CHECK(own.findLeft().empty());
    CHECK(fs::exists(folder.file("autosave/work-1-1.damaged")));
    own.clear();
    own.finish();
    for (const auto& entry : fs::directory_iterator(folder.file("autosave"))) {
        const std::string name = entry.path().filename().string();
        CHECK((name == "folder-lock" || name.ends_with(".damaged") || name.ends_with(".lock")));
    }
}

TEST_CASE("Without a place to keep work nothing is kept and nothing fails", "[files]") {
    for (const fs::path& folder : {fs::path(), fs::path("/proc/no/such")}) {
        Autosave none(folder);
        CHECK(none.file().empty());
        none.setName("x");
        none.clear();
        CHECK(none.findLeft().empty());
        none.finish();
    }
}

TEST_CASE("Tasks go one after the other, and their completions to the thread that takes them", "[files]") {
    std::atomic<int> woken = 0;
    std::vector<int> order;
    {
        TaskQueue tasks([&] { ++woken; });
        CHECK_FALSE(tasks.isBusy());
        const std::thread::id here = std::this_thread::get_id();
        for (int k = 0; k < 5; ++k) {
            tasks.add([&, k] {
                CHECK(std::this_thread::get_id() != here);
                return [&, k] {
                    CHECK(std::this_thread::get_id() == here);
                    order.push_back(k);
                    if (k == 4) tasks.add([&] { return [&] { order.push_back(99); }; });
                };
            });
        }
        tasks.finish();
        CHECK_FALSE(tasks.isBusy());
    }
    CHECK(order == std::vector<int>{0, 1, 2, 3, 4, 99});
    CHECK(woken == 6);
}

TEST_CASE("A document becomes a file of each kind and comes back", "[files]") {
    const TemporaryFolder folder;
    const Scene scene = describeScene(findScene("two-fluids"), {.particles = 300});
    World world(worldSetup(scene, true), 1);
    world.submit(SetSetting{"gravity", 3.5f});
    runSteps(world, 5);
    world.submit(SetFluid{std::string(world.fluids()[1].name), "viscosity", 2.25f});
    runSteps(world, 5);
    const auto saved = [&] {
        return SavedWorld{world.save(), {world.log().begin(), world.log().end()}, world.stateHash()};
    };
    const auto load = [&](FileKind kind) {
        const fs::path path = folder.file("file" + std::string(fileKindInfo(kind).ending));
        writeText(path, fileBytes(kind, scene, true, saved()));
        AnyFile file = readAnyFile(path);
        CHECK(kindOf(file, path) == kind);
        return file;
    };
    const AnyFile snapshot = load(FileKind::Snapshot);
    CHECK(worldOf(std::get<Moment>(snapshot.content), 2)->stateHash() == world.stateHash());
    const AnyFile replay = load(FileKind::Replay);
    CHECK(std::get<Replay>(replay.content).hash == RecordedHash{world.stateHash()});
    CHECK(std::get<Replay>(replay.content).log.size() == 2);
    const AnyFile present = load(FileKind::Scene);
    World again(worldSetup(present.scene(), true), 1);
    CHECK(again.settings().gravity == 3.5f);
    CHECK(again.fluids()[1].viscosity == 2.25f);
    CHECK(again.particleCount() == World(worldSetup(scene, true), 1).particleCount());
}

TEST_CASE("Names of files made from scenes hold plain letters only", "[files]") {
    CHECK(plainName("glass-swirl") == "glass-swirl");
    CHECK(plainName("../../etc/x y\n") == "------etc-x-y-");
    CHECK(plainName("") == "scene");
    CHECK(plainName(std::string(500, 'a')).size() == 60);
}
