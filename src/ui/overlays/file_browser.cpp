#include "ui/overlays/file_browser.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "ui/widgets/card.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

// Unscaled pixels.
constexpr float kWidth = 880.0f;
constexpr float kHeight = 580.0f;
constexpr float kSideWidth = 196.0f;
constexpr float kRowHeight = 28.0f;
constexpr float kFieldHeight = 32.0f;
constexpr float kFromWidthForSide = 600.0f;
constexpr float kFromWidthForDetails = 400.0f;
constexpr ImU32 kGone = IM_COL32(74, 84, 92, 255);  // opaque: icons are of several shapes
constexpr size_t kMaxNameLength = 255;              // bytes: more fit into no common file system

bool isPressed(ImGuiKey key, bool repeats = false) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
}

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

bool isPath(std::string_view typed) {
    return typed.starts_with('~') || typed.find('/') != std::string_view::npos;
}

fs::path folderFrom(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
}

std::string sizeText(std::uintmax_t bytes) {
    if (bytes < 1000) return fmt::format("{} B", bytes);
    const double kilobytes = static_cast<double>(bytes) / 1e3;
    return kilobytes < 999.5 ? fmt::format("{:.0f} kB", kilobytes) : fmt::format("{:.1f} MB", kilobytes / 1e3);
}

std::string dateText(std::time_t time) {
    try {
        return fmt::format("{:%Y-%m-%d  %H:%M}", fmt::localtime(time));
    } catch (const std::exception&) {
        return "";  // a date beyond all calendars
    }
}

// A folder that is there, the given one or the nearest above it.
fs::path existing(fs::path folder) {
    std::error_code error;
    while (!fs::is_directory(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
    return folder.empty() ? fs::path("/") : folder;
}

Icon iconOf(FileKind kind) {
    switch (kind) {
        case FileKind::Snapshot:
            return Icon::Snapshot;
        case FileKind::Scene:
            return Icon::SceneFile;
        case FileKind::Replay:
            return Icon::Replay;
        case FileKind::Picture:
            return Icon::Picture;
    }
    return Icon::Snapshot;
}

// A line of a list: gives whether it was clicked.
bool listLine(Widgets& ui, const std::string& name, ImVec2 size, bool isChosen, const Help& help) {
    const bool isEnabled = help.whyDisabled.empty();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(name.c_str());
    ImGui::BeginDisabled(!isEnabled);
    const bool isClicked = ImGui::InvisibleButton("##line", size);
    ImGui::EndDisabled();
    ImGui::PopID();
    ui.record(name, isEnabled, isChosen ? "chosen" : "");
    const bool isHovered = isEnabled && ImGui::IsItemHovered();
    ui.explain(name, help);
    if (isChosen || isHovered) {
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                                                  isChosen ? palette::kAccentFill : palette::kControl, ui.px(5.0f));
    }
    return isClicked;
}

}  // namespace

void FileBrowser::begin(const FileDialog& dialog) {
    serial_ = dialog.serial;
    purpose_ = dialog.purpose;
    kind_ = dialog.kind;
    places_.clear();
    const fs::path home = folderFrom("HOME");
    const auto add = [this](const char* label, const fs::path& path) {
        std::error_code error;
        if (!path.empty() && fs::is_directory(path, error)) places_.push_back({label, path});
    };
    const auto userFolder = [&](const char* variable, const char* usual) {
        const fs::path given = folderFrom(variable);
        return given.empty() && !home.empty() ? home / usual : given;
    };
    add("Home", home);
    add("Documents", userFolder("XDG_DOCUMENTS_DIR", "Documents"));
    add("Pictures", userFolder("XDG_PICTURES_DIR", "Pictures"));
    goTo(existing(dialog.folder));
    setField(isSaving() ? withEnding(dialog.name, kind_) : "");
}

void FileBrowser::goTo(const fs::path& folder) {
    selectName_ = folder == folder_.parent_path() ? folder_.filename().string() : std::string();
    folder_ = folder;
    listing_.read(folder);
    content_ = nullptr;
    rows_.clear();
    chosen_.reset();
    if (!isSaving()) setField("");
}

// ImGui keeps a copy of what is typed until the field is left.
void FileBrowser::setField(const std::string& text) {
    const size_t length = std::min(text.size(), sizeof field_ - 1);
    std::memcpy(field_, text.data(), length);
    field_[length] = '\0';
    filtered_ = field_;
    fieldWasReplaced_ = true;
}

void FileBrowser::filter() {
    rows_.clear();
    chosen_.reset();
    if (content_ == nullptr) return;
    const std::string_view typed = field_;
    const bool isLooking = !isSaving() && !typed.empty() && !isPath(typed);
    const std::string wanted = isLooking ? lowered(typed) : std::string();
    for (size_t k = 0; k < content_->entries.size(); ++k) {
        const std::string& name = content_->entries[k].name;
        if (name.starts_with('.') && !wanted.starts_with('.')) continue;
        if (isLooking && lowered(name).find(wanted) == std::string::npos) continue;
        if (name == selectName_) chosen_ = rows_.size();
        rows_.push_back(k);
    }
    // Enter takes what was looked for; of a whole folder only what was chosen.
    if (isLooking && !rows_.empty()) chosen_ = 0;
    scrollsToChosen_ = chosen_.has_value();
    selectName_.clear();
}

void FileBrowser::choose(size_t row) {
    chosen_ = row;
    const FolderEntry& entry = content_->entries[rows_[row]];
    if (!isSaving() || entry.isFolder) return;
    if (fileKindInfo(entry.kind).canBeSaved) kind_ = entry.kind;
    setField(withEnding(entry.name, kind_));
}

void FileBrowser::moveBy(int rows) {
    if (rows_.empty()) return;
    const int last = static_cast<int>(rows_.size()) - 1;
    const int now = chosen_ ? static_cast<int>(*chosen_) : (rows > 0 ? -1 : last + 1);
    choose(static_cast<size_t>(std::clamp(now + rows, 0, last)));
    scrollsToChosen_ = true;
}

fs::path FileBrowser::typedPath() const {
    const std::string_view typed = field_;
    if (!typed.starts_with('~')) return folder_ / fs::path(typed);
    const fs::path home = folderFrom("HOME");
    return typed.starts_with("~/") ? home / fs::path(typed.substr(2)) : home;
}

// Why what stands there cannot be taken; empty where it can.
std::string FileBrowser::whyNot() const {
    const std::string_view typed = field_;
    if (!isSaving()) return chosen_ || isPath(typed) ? "" : "Choose a file, or type its name.";
    if (chosen_ && content_->entries[rows_[*chosen_]].isFolder) return "";
    if (withoutEnding(typed).empty() || typed.ends_with('/')) return isPath(typed) ? "" : "The file needs a name.";
    const std::string name = withEnding(typedPath().filename().string(), kind_);
    return name.size() > kMaxNameLength
               ? fmt::format("The name has {} bytes; allowed: at most {}.", name.size(), kMaxNameLength)
               : "";
}

void FileBrowser::accept(PanelContext& context) {
    if (!whyNot().empty()) return;
    const std::string_view typed = field_;
    if (chosen_ && (!isSaving() || content_->entries[rows_[*chosen_]].isFolder) && !isPath(typed)) {
        return acceptEntry(context, content_->entries[rows_[*chosen_]]);
    }
    acceptPath(context, typedPath());
}

void FileBrowser::acceptEntry(PanelContext& context, const FolderEntry& entry) {
    acceptPath(context, folder_ / fs::path(entry.name));
}

void FileBrowser::acceptPath(PanelContext& context, const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        const fs::path folder = path.lexically_normal();
        // "a/.." and "a/" are no names to go up from.
        goTo(folder.has_filename() || !folder.has_relative_path() ? folder : folder.parent_path());
        if (isSaving() && isPath(field_)) setField("");
        return;
    }
    if (!isSaving()) return context.actions.files.openFile(path);
    context.actions.files.saveFile(path.parent_path() / withEnding(path.filename().string(), kind_), kind_);
}

void FileBrowser::handleKeys(PanelContext& context) {
    const int page = 10;
    if (isPressed(ImGuiKey_UpArrow, true)) moveBy(-1);
    if (isPressed(ImGuiKey_DownArrow, true)) moveBy(1);
    if (isPressed(ImGuiKey_PageUp, true)) moveBy(-page);
    if (isPressed(ImGuiKey_PageDown, true)) moveBy(page);
    if (isPressed(ImGuiKey_Backspace) && wasFieldEmpty_ && folder_.has_relative_path()) goTo(folder_.parent_path());
    if (isPressed(ImGuiKey_Enter) || isPressed(ImGuiKey_KeyPadEnter)) accept(context);
    if (isPressed(ImGuiKey_Escape)) context.actions.files.closeDialog();
}

void FileBrowser::draw(PanelContext& context) {
    Widgets& ui = context.ui;
    if (context.state.files.dialog->serial != serial_) begin(*context.state.files.dialog);
    const FolderContent* content = listing_.content();
    if (content != content_) {
        content_ = content;
        filter();
    }
    const UiRect card = beginCard(context, "##files", ui.px(kWidth), ui.px(kHeight));
    const float pad = ui.px(kCardPad), gap = ui.px(12.0f), inner = card.width - 2.0f * pad;
    const float left = card.x + pad;
    drawHead(context, {left, card.y}, inner);
    const float pathY = card.y + ui.px(kCardTitle);
    drawPath(context, {left, pathY}, inner);
    const float footHeight = ui.px(kFieldHeight) + (isSaving() ? 2.0f * ui.px(kFieldHeight) + gap : 0.0f);
    const float top = pathY + ui.rowHeight() + ui.px(10.0f);
    const float height = std::max(1.0f, card.bottom() - pad - footHeight - gap - top);
    float listX = left;
    if (inner >= ui.px(kFromWidthForSide)) {
        drawSide(context, {left, top}, {ui.px(kSideWidth), height});
        listX += ui.px(kSideWidth) + gap;
    }
    drawList(context, {listX, top}, {left + inner - listX, height});
    drawFoot(context, {left, top + height + gap}, inner);
    ImGui::End();
    handleKeys(context);
    wasFieldEmpty_ = field_[0] == '\0';
}

void FileBrowser::drawHead(PanelContext& context, ImVec2 at, float width) {
    Widgets& ui = context.ui;
    drawCutText(*ImGui::GetWindowDrawList(), ui.fonts().title, {at.x, at.y + ui.px(18.0f)}, width, palette::kText,
                isSaving() ? "Save as" : "Open");
}

// The folders that lead here, each a button; the first ones are left out where there is no room.
void FileBrowser::drawPath(PanelContext& context, ImVec2 at, float width) {
    Widgets& ui = context.ui;
    const float gap = ui.px(3.0f);
    ImGui::SetCursorScreenPos(at);
    if (ui.iconButton("files/up", Icon::Up, {}, {ui.px(32.0f), ui.rowHeight()},
                      {"The folder above (Backspace)", folder_.has_relative_path() ? "" : "There is none above."})) {
        return goTo(folder_.parent_path());
    }
    std::vector<std::pair<std::string, fs::path>> parts;
    fs::path way;
    for (const fs::path& part : folder_) {
        way /= part;
        if (!part.empty()) parts.emplace_back(shownName(part.string()), way);
    }
    const float most = 0.4f * width;
    const auto widthOf = [&](const std::string& label) {
        return std::min(most, textSize(ui.fonts().regular, label).x + ui.px(18.0f));
    };
    float taken = ui.px(40.0f);
    size_t first = parts.size();
    while (first > 0 && taken + widthOf(parts[first - 1].first) + gap <= width) {
        taken += widthOf(parts[--first].first) + gap;
    }
    first = std::min(first, parts.size() - 1);
    float x = at.x + ui.px(40.0f);
    for (size_t k = first; k < parts.size(); ++k) {
        ImGui::SetCursorScreenPos({x, at.y});
        const float each = std::min(widthOf(parts[k].first), at.x + width - x);
        const bool isLast = k + 1 == parts.size();
        if (ui.button(fmt::format("files/path/{}", k), parts[k].first, {each, ui.rowHeight()}, {{}, {}}, isLast) &&
            !isLast) {
            return goTo(fs::path(parts[k].second));
        }
        x += each + gap;
    }
    ui.recordAt("files/folder", at, {at.x + width, at.y + ui.rowHeight()}, folder_.string());
}

void FileBrowser::drawSide(PanelContext& context, ImVec2 at, ImVec2 size) {
    Widgets& ui = context.ui;
    ImGui::SetCursorScreenPos(at);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y}, palette::kControl, ui.px(7.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    ImGui::BeginChild("##side", size, false, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav);
    const float pad = ui.px(6.0f), width = size.x - 2.0f * pad - ImGui::GetStyle().ScrollbarSize;
    ImGui::SetCursorPos({pad, pad});
    ImGui::BeginGroup();
    ui.setWidth(width);
    std::optional<fs::path> wanted;
    for (const Place& place : places_) {
        const ImVec2 line = ImGui::GetCursorScreenPos();
        if (listLine(ui, "files/place/" + place.label, {width, ui.px(kRowHeight)}, false, {place.path.native(), {}})) {
            wanted = place.path;
        }
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float middle = line.y + 0.5f * ui.px(kRowHeight);
        drawIcon(list, Icon::Folder, {line.x + ui.px(16.0f), middle}, ui.px(14.0f), palette::kAccent);
        drawCutText(list, ui.fonts().regular, {line.x + ui.px(32.0f), middle - 0.5f * ui.fonts().regular->FontSize},
                    width - ui.px(36.0f), palette::kText, place.label);
    }
    if (!context.state.files.recent.empty()) drawRecent(context, width);
    ImGui::EndGroup();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    if (wanted) goTo(*wanted);
}

void FileBrowser::drawRecent(PanelContext& context, float width) {
    Widgets& ui = context.ui;
    ImGui::Dummy({1.0f, ui.px(8.0f)});
    ui.caption("  Recent");
    ImGui::Dummy({1.0f, ui.px(4.0f)});
    const float height = ui.fonts().regular->FontSize + ui.fonts().small->FontSize + ui.px(9.0f);
    std::optional<fs::path> wanted;
    size_t number = 0;
    for (const RecentFile& file : context.state.files.recent) {
        const ImVec2 line = ImGui::GetCursorScreenPos();
        const std::string tip = shownName(file.path.string());
        if (listLine(ui, fmt::format("files/recent/{}", number++), {width, height}, false,
                     {tip, file.isMissing ? "It is no longer there." : ""})) {
            wanted = file.path;
        }
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const auto kind = kindByEnding(file.path.filename().string());
        const float faded = file.isMissing ? 0.4f : 1.0f;
        drawIcon(list, iconOf(kind.value_or(FileKind::Snapshot)), {line.x + ui.px(16.0f), line.y + 0.5f * height},
                 ui.px(14.0f), file.isMissing ? kGone : palette::kDim);
        const float x = line.x + ui.px(32.0f), room = width - ui.px(36.0f);
        drawCutText(list, ui.fonts().regular, {x, line.y + ui.px(3.0f)}, room, withAlpha(palette::kText, faded),
                    shownName(file.path.filename().string()));
        drawCutText(list, ui.fonts().small, {x, line.y + ui.px(4.0f) + ui.fonts().regular->FontSize}, room,
                    withAlpha(palette::kFaint, faded), shownName(file.path.parent_path().filename().string()));
    }
    if (!wanted) return;
    if (!isSaving()) return context.actions.files.openFile(*wanted);
    goTo(existing(wanted->parent_path()));
    setField(withEnding(wanted->filename().string(), kind_));
}

void FileBrowser::drawList(PanelContext& context, ImVec2 at, ImVec2 size) {
    Widgets& ui = context.ui;
    ImGui::SetCursorScreenPos(at);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y}, palette::kControl, ui.px(7.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    const float pad = ui.px(6.0f), rowHeight = ui.px(kRowHeight);
    ImGui::SetCursorScreenPos({at.x + pad, at.y + pad});
    ImGui::BeginChild("##list", {size.x - 2.0f * pad, size.y - 2.0f * pad}, false,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav);
    const float width = size.x - 2.0f * pad - ImGui::GetStyle().ScrollbarSize - ui.px(3.0f);
    if (scrollsToChosen_ && chosen_) {
        const float top = rowHeight * static_cast<float>(*chosen_), view = ImGui::GetWindowHeight();
        if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
        if (top + rowHeight > ImGui::GetScrollY() + view) ImGui::SetScrollY(top + rowHeight - view);
        scrollsToChosen_ = false;
    }
    std::string note;
    if (content_ == nullptr) {
        note = "Reading the folder…";
    } else if (!content_->error.empty()) {
        note = fmt::format("This folder cannot be read: {}", content_->error);
    } else if (rows_.empty()) {
        note =
            field_[0] != '\0' && !isSaving() ? "Nothing of this name here." : "No folders and no files of ours here.";
    }
    std::optional<size_t> opened;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows_.size()), rowHeight);
    while (clipper.Step()) {
        for (int k = clipper.DisplayStart; k < clipper.DisplayEnd && static_cast<size_t>(k) < rows_.size(); ++k) {
            const auto row = static_cast<size_t>(k);
            drawRow(context, row, width, width >= ui.px(kFromWidthForDetails));
            const bool isHit = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
            if (isHit) opened = row;
        }
    }
    if (content_ != nullptr && content_->isCut) {
        note = fmt::format("More than {} entries; type to look among these, or a path.", kMaxEntries);
    }
    if (!note.empty()) {
        ImGui::SetCursorPosX(ui.px(8.0f));
        ui.setWidth(width - ui.px(16.0f));
        ui.wrapped(note, palette::kDim, ui.fonts().regular);
        ui.record("files/note", true, note);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    if (opened && content_ != nullptr) acceptEntry(context, FolderEntry(content_->entries[rows_[*opened]]));
}

void FileBrowser::drawRow(PanelContext& context, size_t row, float width, bool hasDetails) {
    Widgets& ui = context.ui;
    const FolderEntry& entry = content_->entries[rows_[row]];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool isChosen = chosen_ == row;
    const float height = ui.px(kRowHeight), middle = at.y + 0.5f * height;
    if (listLine(ui, "files/entry/" + entry.name, {width, height}, isChosen, {{}, {}})) choose(row);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool canBeTaken = entry.isFolder || !isSaving() || fileKindInfo(entry.kind).canBeSaved;
    const float faded = canBeTaken ? 1.0f : 0.4f;
    drawIcon(list, entry.isFolder ? Icon::Folder : iconOf(entry.kind), {at.x + ui.px(17.0f), middle}, ui.px(15.0f),
             entry.isFolder ? palette::kAccent : (canBeTaken ? palette::kDim : kGone));
    ImFont* small = ui.fonts().small;
    float right = at.x + width - ui.px(8.0f);
    if (hasDetails && !entry.isFolder) {
        const float y = middle - 0.5f * small->FontSize;
        const std::string size = sizeText(entry.bytes), date = dateText(entry.changed);
        drawCutText(list, small, {right - textSize(small, size).x, y}, ui.px(90.0f), withAlpha(palette::kFaint, faded),
                    size);
        right -= ui.px(70.0f) + textSize(small, date).x;
        drawCutText(list, small, {right, y}, ui.px(150.0f), withAlpha(palette::kFaint, faded), date);
        right -= ui.px(12.0f);
    }
    const float x = at.x + ui.px(34.0f);
    drawCutText(list, ui.fonts().regular, {x, middle - 0.5f * ui.fonts().regular->FontSize}, right - x,
                withAlpha(palette::kText, faded), shownName(entry.name));
}

void FileBrowser::drawKinds(PanelContext& context, ImVec2 at, float width) {
    Widgets& ui = context.ui;
    std::vector<Choice> choices;
    size_t chosen = 0;
    for (const FileKindInfo& info : fileKindTable()) {
        if (!info.canBeSaved) continue;
        if (info.kind == kind_) chosen = choices.size();
        choices.push_back({info.name, info.label, info.what});
    }
    ImGui::SetCursorScreenPos(at);
    const float choiceWidth = std::min(width, ui.px(300.0f));
    if (const auto clicked = ui.choices("files/kind", choices, chosen, choiceWidth)) {
        kind_ = fileKindTable()[*clicked].kind;
        setField(withEnding(field_, kind_));
    }
    const float x = at.x + choiceWidth + ui.px(12.0f);
    ImFont* small = ui.fonts().small;
    const std::string_view what = fileKindInfo(kind_).what;
    const float wrap = at.x + width - x;
    if (wrap < ui.px(120.0f)) return;
    ImGui::GetWindowDrawList()->AddText(small, small->FontSize,
                                        {x, at.y + 0.5f * (ui.rowHeight() - textSize(small, what, wrap).y)},
                                        palette::kDim, what.data(), what.data() + what.size(), wrap);
}

void FileBrowser::drawFoot(PanelContext& context, ImVec2 at, float width) {
    Widgets& ui = context.ui;
    const float height = ui.px(kFieldHeight), gap = ui.px(8.0f), button = std::min(ui.px(kCardButton), 0.22f * width);
    const float buttons = 2.0f * (button + gap);
    float fieldWidth = width - buttons, buttonY = at.y;
    if (isSaving()) {
        fieldWidth = width;
        drawKinds(context, {at.x, at.y + height + ui.px(10.0f)}, width);
        buttonY = at.y + 2.0f * height + ui.px(12.0f);
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::SetNextItemWidth(fieldWidth);
    ImGuiContext& imgui = *ImGui::GetCurrentContext();
    if (std::exchange(fieldWasReplaced_, false)) {
        if (imgui.ActiveId == ImGui::GetID("##field")) ImGui::ClearActiveID();
    } else if (imgui.ActiveId == 0 && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        ImGui::SetKeyboardFocusHere();
    }
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        // A focus that was asked for a frame ago must not take the press from what was hit.
        ImGui::NavMoveRequestCancel();
        imgui.NavNextActivateId = imgui.NavActivateId = imgui.NavActivateInputId = 0;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(10.0f), 0.5f * (height - ui.fonts().regular->FontSize)});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    ImGui::InputTextWithHint("##field", isSaving() ? "Name of the file" : "Type to look for a name, or a path", field_,
                             sizeof field_, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar(2);
    ui.record("files/field", true, field_);
    if (filtered_ != field_) {
        filtered_ = field_;
        const auto kind = kindByEnding(field_);
        if (isSaving() && kind && fileKindInfo(*kind).canBeSaved) kind_ = *kind;
        filter();
    }
    const float x = at.x + width - 2.0f * button - gap;
    ImGui::SetCursorScreenPos({x, buttonY});
    if (ui.button("files/cancel", "Cancel", {button, height}, {"Closes the browser (Esc).", {}})) {
        context.actions.files.closeDialog();
    }
    ImGui::SetCursorScreenPos({x + button + gap, buttonY});
    const std::string why = whyNot();
    if (ui.button("files/accept", isSaving() ? "Save" : "Open", {button, height}, {"Enter does the same.", why},
                  why.empty())) {
        accept(context);
    }
}

}  // namespace meniscus
