// The file browser: a card over everything else, with the folder's files, places and recent files beside them, and one
// field in which typing looks for a name, gives a name, or gives a path.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ui/overlays/folder_listing.h"
#include "ui/panel.h"

namespace meniscus {

class FileBrowser {
  public:
    // Covers the whole window; context.state.files.dialog must be there.
    void draw(PanelContext& context);

  private:
    struct Place {
        std::string label;
        std::filesystem::path path;
    };

    void begin(const FileDialog& dialog);
    void goTo(const std::filesystem::path& folder);
    void filter();
    void choose(size_t row);
    void setField(const std::string& text);
    void handleKeys(PanelContext& context);
    void moveBy(int rows);
    void accept(PanelContext& context);
    void acceptEntry(PanelContext& context, const FolderEntry& entry);
    void acceptPath(PanelContext& context, const std::filesystem::path& path);
    void drawHead(PanelContext& context, ImVec2 at, float width);
    void drawPath(PanelContext& context, ImVec2 at, float width);
    void drawSide(PanelContext& context, ImVec2 at, ImVec2 size);
    void drawRecent(PanelContext& context, float width);
    void drawList(PanelContext& context, ImVec2 at, ImVec2 size);
    void drawRow(PanelContext& context, size_t row, float width, bool hasDetails);
    void drawFoot(PanelContext& context, ImVec2 at, float width);
    void drawKinds(PanelContext& context, ImVec2 at, float width);
    [[nodiscard]] bool isSaving() const { return purpose_ == FileDialog::Purpose::Save; }
    [[nodiscard]] std::filesystem::path typedPath() const;
    [[nodiscard]] std::string whyNot() const;

    uint64_t serial_ = 0;
    FileDialog::Purpose purpose_ = FileDialog::Purpose::Open;
    FileKind kind_ = FileKind::Snapshot;
    std::filesystem::path folder_;
    std::vector<Place> places_;
    FolderListing listing_;
    const FolderContent* content_ = nullptr;  // null while it is being read
    std::vector<size_t> rows_;                // of the content, those that are shown
    std::optional<size_t> chosen_;            // of the rows
    std::string selectName_;                  // to be chosen once the folder is read, such as the one we came from
    char field_[1024] = {};
    std::string filtered_;  // by what the rows were chosen
    bool wasFieldEmpty_ = true;
    bool fieldWasReplaced_ = false;
    bool scrollsToChosen_ = false;
};

}  // namespace meniscus
