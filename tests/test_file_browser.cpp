// The file browser, the questions and the offer of recovery, laid out and driven by events without a display.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <thread>

#include "temporary_folder.h"
#include "ui/overlays/folder_listing.h"
#include "ui_bench.h"

using namespace meniscus;
namespace fs = std::filesystem;

namespace {

void touch(const fs::path& path) {
    std::ofstream(path) << "x";
}

void openBrowser(Bench& bench, const fs::path& folder, FileDialog::Purpose purpose = FileDialog::Purpose::Open) {
    static uint64_t serial = 0;
    bench.state.files.dialog = FileDialog{purpose, folder, "swirl", FileKind::Snapshot, ++serial};
    bench.show(4);
}

// Folders are read by a thread, which may take its time.
bool comes(Bench& bench, const std::string& control) {
    for (int k = 0; k < 500 && !bench.has(control); ++k) {
        bench.show();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return bench.has(control);
}

void pressKey(Bench& bench, int key) {
    bench.press(key);
    bench.show(4);
}

}  // namespace

TEST_CASE("A folder lists its folders and the files that can be opened, whatever their names", "[files]") {
    const TemporaryFolder folder;
    fs::create_directory(folder.file("zebra"));
    for (const char* name : {"splash-10.meniscus", "splash-9.meniscus", "Alpha.SCENE.json", "a b.replay.json", "ü.png",
                             "line\nbreak.meniscus", "\xff\xfe.meniscus", "notes.txt", "x.json", ".hidden.meniscus"}) {
        touch(folder.file(name));
    }
    touch(folder.file(std::string(246, 'l') + ".meniscus"));
    fs::create_symlink("nowhere", folder.file("broken.meniscus"));
    REQUIRE(::mkfifo(folder.file("pipe.meniscus").c_str(), 0600) == 0);
    const FolderContent content = readFolder(folder.path());
    CHECK(content.error.empty());
    std::vector<std::string> names;
    for (const FolderEntry& entry : content.entries) names.push_back(entry.name);
    CHECK(names == std::vector<std::string>{"zebra", ".hidden.meniscus", "a b.replay.json", "Alpha.SCENE.json",
                                            "line\nbreak.meniscus", std::string(246, 'l') + ".meniscus",
                                            "splash-9.meniscus", "splash-10.meniscus", "ü.png", "\xff\xfe.meniscus"});
    CHECK(content.entries.front().isFolder);

    Bench bench;
    openBrowser(bench, folder.path());
    REQUIRE(comes(bench, "files/entry/a b.replay.json"));
    CHECK(bench.has("files/entry/line\nbreak.meniscus"));
    CHECK_FALSE(bench.has("files/entry/.hidden.meniscus"));
    CHECK_FALSE(bench.has("files/entry/notes.txt"));
    bench.click("files/entry/line\nbreak.meniscus");
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == Asked{"file " + folder.file("line\nbreak.meniscus").string()});
}

TEST_CASE("A folder that cannot be read says so, and a large one is cut", "[files]") {
    CHECK_FALSE(readFolder("/no/such/folder").error.empty());
    Bench bench;
    openBrowser(bench, "/proc/self/no-such-folder/either");  // begins in the nearest folder that is there
    REQUIRE(comes(bench, "files/folder"));
    CHECK(bench.at("files/folder").value.starts_with("/proc"));
}

TEST_CASE("The browser goes by keys alone", "[files]") {
    const TemporaryFolder folder;
    fs::create_directories(folder.file("inner"));
    touch(folder.file("inner/one.meniscus"));
    touch(folder.file("inner/two.meniscus"));
    touch(folder.file("alpha.scene.json"));
    Bench bench;
    openBrowser(bench, folder.path());
    REQUIRE(comes(bench, "files/entry/inner"));
    CHECK_FALSE(bench.at("files/accept").isEnabled);
    CHECK_FALSE(bench.has("panel/scenes"));  // out of reach below the card

    pressKey(bench, GLFW_KEY_DOWN);
    CHECK(bench.at("files/entry/inner").value == "chosen");
    pressKey(bench, GLFW_KEY_ENTER);
    REQUIRE(comes(bench, "files/entry/two.meniscus"));
    bench.type("TW");
    bench.show(4);
    CHECK_FALSE(bench.has("files/entry/one.meniscus"));
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == Asked{"file " + folder.file("inner/two.meniscus").string()});

    pressKey(bench, GLFW_KEY_BACKSPACE);  // all that was typed, which is chosen after Enter
    REQUIRE(comes(bench, "files/entry/one.meniscus"));
    CHECK(bench.at("files/folder").value == folder.file("inner").string());
    pressKey(bench, GLFW_KEY_BACKSPACE);  // the field is empty: up
    REQUIRE(comes(bench, "files/entry/alpha.scene.json"));
    CHECK(bench.at("files/entry/inner").value == "chosen");  // where we came from
    bench.type("inner/one.meniscus");
    bench.show(40);
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == Asked{"file " + folder.file("inner/one.meniscus").string()});
    pressKey(bench, GLFW_KEY_ESCAPE);
    CHECK(bench.asked() == Asked{"close dialog"});
    bench.show(2);
    CHECK(bench.has("panel/scenes"));
}

TEST_CASE("The browser goes by mouse alone", "[files]") {
    const TemporaryFolder folder;
    fs::create_directories(folder.file("inner"));
    touch(folder.file("inner/one.meniscus"));
    Bench bench;
    openBrowser(bench, folder.path());
    REQUIRE(comes(bench, "files/entry/inner"));
    bench.click("files/entry/inner");
    bench.click("files/accept");
    REQUIRE(comes(bench, "files/entry/one.meniscus"));
    bench.click("files/entry/one.meniscus");
    bench.click("files/accept");
    CHECK(bench.asked() == Asked{"file " + folder.file("inner/one.meniscus").string()});
    bench.click("files/up");
    REQUIRE(comes(bench, "files/entry/inner"));
    bench.click("files/cancel");
    CHECK(bench.asked() == Asked{"close dialog"});
}

TEST_CASE("Saving takes a name, a kind and a folder", "[files]") {
    const TemporaryFolder folder;
    fs::create_directories(folder.file("inner"));
    touch(folder.file("old.scene.json"));
    Bench bench;
    openBrowser(bench, folder.path(), FileDialog::Purpose::Save);
    REQUIRE(comes(bench, "files/entry/old.scene.json"));
    CHECK(bench.at("files/field").value == "swirl.meniscus");
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == Asked{"save snapshot " + folder.file("swirl.meniscus").string()});
    bench.click("files/kind/replay");
    bench.show(4);
    CHECK(bench.at("files/field").value == "swirl.replay.json");
    bench.click("files/accept");
    CHECK(bench.asked() == Asked{"save replay " + folder.file("swirl.replay.json").string()});
    bench.show(4);
    bench.type("mine");  // all of it was chosen
    bench.show(10);
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == Asked{"save replay " + folder.file("mine.replay.json").string()});
    bench.click("files/entry/old.scene.json");
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == Asked{"save scene " + folder.file("old.scene.json").string()});
    bench.click("files/entry/inner");
    bench.click("files/accept");
    bench.show(4);
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == Asked{"save scene " + folder.file("inner/old.scene.json").string()});
}

TEST_CASE("Recent files are a click away, and missing ones are not", "[files]") {
    const TemporaryFolder folder;
    Bench bench;
    bench.state.files.recent = {{folder.file("a.meniscus"), false}, {folder.file("gone.png"), true}};
    openBrowser(bench, folder.path());
    REQUIRE(comes(bench, "files/recent/0"));
    CHECK_FALSE(bench.at("files/recent/1").isEnabled);
    bench.click("files/recent/1");
    CHECK(bench.asked().empty());
    bench.click("files/recent/0");
    CHECK(bench.asked() == Asked{"file " + folder.file("a.meniscus").string()});
}

TEST_CASE("A question is answered by mouse and keys and covers the rest", "[files]") {
    Bench bench;
    const auto ask = [&] {
        bench.state.files.question = Question{"Title", "Text", "Save", "Don't save", true, false};
        bench.show(3);
    };
    using Answer = Question::Answer;
    const auto said = [](Answer answer) { return Asked{fmt::format("answer {}", static_cast<int>(answer))}; };
    ask();
    CHECK_FALSE(bench.has("panel/scenes"));
    CHECK(bench.interface.wantsKeys());
    bench.click("question/silence");
    CHECK(bench.state.files.question->isSilenced);
    bench.click("question/no");
    CHECK(bench.asked() == said(Answer::No));
    ask();
    bench.click("question/yes");
    CHECK(bench.asked() == said(Answer::Yes));
    ask();
    bench.click("question/cancel");
    CHECK(bench.asked() == said(Answer::Cancel));
    ask();
    pressKey(bench, GLFW_KEY_ESCAPE);
    CHECK(bench.asked() == said(Answer::Cancel));
    ask();
    pressKey(bench, GLFW_KEY_ENTER);
    CHECK(bench.asked() == said(Answer::Yes));
    bench.show(2);
    CHECK(bench.has("panel/scenes"));
    CHECK_FALSE(bench.interface.wantsKeys());
}

TEST_CASE("Recovery is offered until it is answered", "[files]") {
    Bench bench;
    for (const auto& [control, answer] : {std::pair{"recovery/recover", FileActions::Recovery::Recover},
                                          std::pair{"recovery/delete", FileActions::Recovery::Delete},
                                          std::pair{"recovery/later", FileActions::Recovery::Later}}) {
        bench.state.files.recovery = RecoveryOffer{"glass-swirl", "14:32", 1};
        bench.show(3);
        CHECK(bench.at("recovery").value.find("glass-swirl of 14:32") != std::string::npos);
        bench.click(control);
        CHECK(bench.asked() == Asked{fmt::format("recovery {}", static_cast<int>(answer))});
    }
    bench.show(2);
    CHECK_FALSE(bench.has("recovery"));
}

TEST_CASE("Dialogs fit windows of any size", "[files]") {
    const TemporaryFolder folder;
    for (int k = 0; k < 60; ++k) touch(folder.file(fmt::format("file-{}.meniscus", k)));
    Bench bench;
    for (const auto& [width, height, scale] : {std::tuple{1280.0f, 720.0f, 1.0f},
                                               {3840.0f, 2160.0f, 2.0f},
                                               {640.0f, 400.0f, 1.0f},
                                               {300.0f, 200.0f, 1.5f}}) {
        bench.resize(width, height, scale);
        openBrowser(bench, folder.path(), FileDialog::Purpose::Save);
        bench.show(4);
        for (const auto& [name, place] : bench.interface.controls()) {
            if (!name.starts_with("files/")) continue;
            INFO(name << " at " << width << "x" << height);
            CHECK(isWithin(place, width, height));
        }
        bench.state.files.dialog.reset();
        bench.state.files.question = Question{"Title", "Text", "Save", "Don't save", true, false};
        bench.show(4);
        CHECK(isWithin(bench.at("question/yes"), width, height));
        bench.state.files.question.reset();
    }
}
