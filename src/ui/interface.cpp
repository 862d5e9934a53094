#include "meniscus/ui/interface.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "meniscus/ui/input_queue.h"
#include "ui/overlays/dialogs.h"
#include "ui/overlays/file_browser.h"
#include "ui/overlays/help_overlay.h"
#include "ui/overlays/overlays.h"
#include "ui/overlays/transport.h"
#include "ui/panel.h"
#include "ui/widgets/edge_fade.h"
#include "ui/window_events.h"
#include "ui/windows.h"

namespace meniscus {

namespace {

constexpr float kFadeLength = 20.0f;  // unscaled pixels

// Without a window the backend does not do it.
void mapKeys() {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyMap[ImGuiKey_Enter] = GLFW_KEY_ENTER;
    io.KeyMap[ImGuiKey_KeyPadEnter] = GLFW_KEY_KP_ENTER;
    io.KeyMap[ImGuiKey_Escape] = GLFW_KEY_ESCAPE;
    io.KeyMap[ImGuiKey_Backspace] = GLFW_KEY_BACKSPACE;
    io.KeyMap[ImGuiKey_Delete] = GLFW_KEY_DELETE;
    io.KeyMap[ImGuiKey_Tab] = GLFW_KEY_TAB;
    io.KeyMap[ImGuiKey_UpArrow] = GLFW_KEY_UP;
    io.KeyMap[ImGuiKey_DownArrow] = GLFW_KEY_DOWN;
    io.KeyMap[ImGuiKey_PageUp] = GLFW_KEY_PAGE_UP;
    io.KeyMap[ImGuiKey_PageDown] = GLFW_KEY_PAGE_DOWN;
    io.KeyMap[ImGuiKey_A] = GLFW_KEY_A;
}

float usableScale(float wanted) {
    return std::isfinite(wanted) ? std::clamp(wanted, kMinInterfaceScale, kMaxInterfaceScale) : 1.0f;
}

struct PanelSlot {
    PanelInfo info;
    std::unique_ptr<Panel> panel;
};

}  // namespace

struct Interface::Impl {
    explicit Impl(GLFWwindow* theWindow);
    ~Impl();

    void setScale(float wanted);
    [[nodiscard]] bool isTyping() const;
    void newFrame();
    void drawColumn(PanelContext& context, Side side, const UiRect& most);
    void drawPanel(PanelContext& context, PanelSlot& slot);
    void drawEdge(PanelContext& context, Side side, const UiRect& column, float most);
    void drawDialogs(PanelContext& context);
    void drawAll(PanelContext& context);

    GLFWwindow* window;
    InputQueue input;
    std::unique_ptr<WindowEvents> events;
    Widgets widgets;
    Fonts fonts;
    float scale = 0.0f;
    std::vector<PanelSlot> panels;
    float columnHeight[2] = {1e6f, 1e6f};  // of the content in the frame before
    float panelBottom = 0.0f;              // of the panel drawn last
    std::string_view opened;               // panel that was just opened, to be scrolled into view
    FileBrowser browser;
    bool hasDialog = false;  // that takes all keys
    EdgeFade fade;           // of the column that is being drawn
    TimelineStrip strip;
    std::vector<UiRect> solid;  // places of this frame that catch the mouse
};

Interface::Impl::Impl(GLFWwindow* theWindow) : window(theWindow) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // 1.86 reads out of bounds on an empty one; the preferences keep the layout
    ImGui::GetIO().LogFilename = nullptr;
    for (const PanelInfo& info : registeredPanels()) panels.push_back({info, info.make()});
    if (window == nullptr) {
        mapKeys();
        ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    } else {
        ImGui_ImplGlfw_InitForOpenGL(window, false);
        ImGui_ImplOpenGL3_Init("#version 330 core");
        events = std::make_unique<WindowEvents>(window, input);
    }
}

Interface::Impl::~Impl() {
    if (window != nullptr) {
        events.reset();
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
    }
    ImGui::DestroyContext();
}

void Interface::Impl::setScale(float wanted) {
    wanted = usableScale(wanted);
    if (wanted == scale) return;
    scale = wanted;
    fonts = loadFonts(scale);
    applyStyle(scale);
    if (window != nullptr) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
}

// ImGui's own WantTextInput comes a frame after the text field does.
bool Interface::Impl::isTyping() const {
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    const bool hasField = imgui.ActiveId != 0 && imgui.ActiveId == imgui.InputTextState.ID;
    return hasField || hasDialog || imgui.IO.WantTextInput || widgets.isTyping();
}

void Interface::Impl::newFrame() {
    ImGuiIO& io = ImGui::GetIO();
    if (window != nullptr) {
        // The backend looks at the mouse by itself; what it saw is replaced by what the queue hands over.
        const ImVec2 mouse = io.MousePos;
        bool down[IM_ARRAYSIZE(io.MouseDown)];
        std::copy(std::begin(io.MouseDown), std::end(io.MouseDown), down);
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        io.MousePos = mouse;
        std::copy(std::begin(down), std::end(down), io.MouseDown);
        io.DeltaTime = std::max(io.DeltaTime, 1e-5f);  // ImGui insists on time that passes
    }
    input.handOver(isTyping());
    ImGui::NewFrame();
}

void Interface::Impl::drawPanel(PanelContext& context, PanelSlot& slot) {
    Widgets& ui = widgets;
    const float columnWidth = ui.width(), pad = ui.px(12.0f);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // The panel's height is known after its content, and its ground lies below it.
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const int firstVertex = list.VtxBuffer.Size;
    const bool hasSeveralFluids = context.frame != nullptr && context.frame->fluids.size() > 1;
    const bool opens = slot.info.opensByDefault || (slot.info.opensForSeveralFluids && hasSeveralFluids);
    const bool isOpen = context.isOpen(slot.info.id, opens);
    const std::string name = "panel/" + std::string(slot.info.id);
    if (ui.panelHeader(name, slot.info.title, isOpen)) {
        context.setOpen(slot.info.id, !isOpen);
        if (!isOpen) opened = slot.info.id;
    }
    float bottom = ImGui::GetItemRectMax().y;
    if (isOpen) {
        ui.setWidth(columnWidth - 2.0f * pad);
        ImGui::SetCursorScreenPos({start.x + pad, bottom + ui.px(2.0f)});
        ImGui::PushID(name.c_str());
        ImGui::BeginGroup();
        slot.panel->draw(context);
        ImGui::EndGroup();
        ImGui::PopID();
        bottom = ImGui::GetItemRectMax().y + pad;
        ui.setWidth(columnWidth);
    }
    fade.apply(list, firstVertex);
    list.ChannelsSetCurrent(0);
    fade.drawGround(list, start, {start.x + columnWidth, bottom}, ui.px(9.0f));
    list.ChannelsMerge();
    panelBottom = bottom;
}

void Interface::Impl::drawColumn(PanelContext& context, Side side, const UiRect& most) {
    const int which = side == Side::Left ? 0 : 1;
    UiRect place = most;
    place.height = std::min(most.height, columnHeight[which]);
    // The mouse falls through below the last panel, so the window is only as high as its panels.
    beginPlainWindow(side == Side::Left ? "##left" : "##right", place, kPlainWindow & ~ImGuiWindowFlags_NoScrollbar);
    const float scroll = ImGui::GetScrollY(), rest = ImGui::GetScrollMaxY() - scroll;
    fade = {place.y, place.bottom(), widgets.px(kFadeLength), scroll, rest};
    // Narrower panels are no lower, so the scroll bar does not come and go.
    const bool scrolls = ImGui::GetScrollMaxY() > 0.0f;
    widgets.setWidth(most.width - (scrolls ? ImGui::GetStyle().ScrollbarSize + widgets.px(4.0f) : 0.0f));
    const ImVec2 start = ImGui::GetCursorScreenPos();
    panelBottom = start.y;
    for (PanelSlot& slot : panels) {
        if (slot.info.side != side) continue;
        const float top = panelBottom + (panelBottom > start.y ? widgets.px(8.0f) : 0.0f);
        const bool wasOpened = opened == slot.info.id;
        ImGui::SetCursorScreenPos({start.x, top});
        drawPanel(context, slot);
        if (!wasOpened) continue;
        // As much of it as fits, from its header on.
        const float wanted = std::min(top, panelBottom - most.height) - start.y;
        if (wanted > scroll) ImGui::SetScrollY(wanted);
        opened = {};
    }
    ImGui::SetCursorScreenPos({start.x, panelBottom});
    columnHeight[which] = std::ceil(std::max(1.0f, panelBottom - start.y));
    ImGui::End();
    solid.push_back(place);
    drawEdge(context, side, {most.x, most.y, most.width, place.height}, most.width);
}

// The inner edge of a column can be dragged.
void Interface::Impl::drawEdge(PanelContext& context, Side side, const UiRect& column, float shown) {
    const bool isLeft = side == Side::Left;
    const float width = widgets.px(6.0f);
    const float x = isLeft ? column.right() : column.x - width;
    const UiRect place{x, column.y, width, column.height};
    beginPlainWindow(isLeft ? "##left edge" : "##right edge", place);
    ImGui::InvisibleButton("##edge", {place.width, std::max(1.0f, place.height)});
    Preferences& preferences = context.state.preferences;
    float& wanted = isLeft ? preferences.leftWidth : preferences.rightWidth;
    const std::string name = isLeft ? "column/left" : "column/right";
    widgets.record(name, true, shortNumber(shown / scale));
    widgets.explain(name, {"Drag to make the column wider or narrower.", {}});
    const bool isHeld = ImGui::IsItemActive();
    if (isHeld || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        ImGui::GetWindowDrawList()->AddRectFilled({x + 0.35f * width, place.y}, {x + 0.65f * width, place.bottom()},
                                                  withAlpha(palette::kAccent, isHeld ? 1.0f : 0.6f), width);
    }
    if (isHeld && !ImGui::IsItemActivated()) {
        const float by = (isLeft ? 1.0f : -1.0f) * ImGui::GetIO().MouseDelta.x;
        // From what is shown, not from what is wished for: a window too narrow for it shows less.
        wanted = std::clamp((shown + by) / scale, kMinColumn, kMaxColumn);
    }
    ImGui::End();
    solid.push_back(place);
}

// The question last: it may be about what the browser chose.
void Interface::Impl::drawDialogs(PanelContext& context) {
    const FilesState& files = context.state.files;
    hasDialog = files.isModal();
    if (!hasDialog) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    solid.assign(1, {0.0f, 0.0f, display.x, display.y});
    if (files.question) {
        drawQuestion(context);
    } else {
        browser.draw(context);
    }
    hasDialog = files.isModal();
    if (hasDialog) return;
    // The next key is the window's: ImGui would hold on to the field for two more frames.
    ImGui::ClearActiveID();
    ImGui::GetIO().WantTextInput = false;
    ImGui::GetCurrentContext()->WantTextInputNextFrame = -1;
}

void Interface::Impl::drawAll(PanelContext& context) {
    const ImGuiIO& io = ImGui::GetIO();
    const Preferences& preferences = context.state.preferences;
    const Layout layout =
        computeLayout({io.DisplaySize.x, io.DisplaySize.y, scale, preferences.leftWidth, preferences.rightWidth});
    if (io.DisplaySize.x < 1.0f || io.DisplaySize.y < 1.0f) return;  // minimised
    float hintHeight = 0.0f;
    if (preferences.showPanels) {
        drawTitle(context, layout);
        hintHeight = drawHint(context, layout);
        if (layout.hasColumns) {
            drawColumn(context, Side::Left, layout.left);
            drawColumn(context, Side::Right, layout.right);
        }
        if (layout.hasTransport) {
            drawTransport(context, layout, strip);
            solid.push_back(layout.transport);
        }
    }
    drawRecordingMark(context, layout);
    if (!preferences.showPanels || !layout.hasStrip) strip.leave(context);
    auto banner = drawStopBanner(context, layout);
    if (!banner) banner = drawRecovery(context, layout);
    if (banner) solid.push_back(*banner);
    if (context.state.isHelpOpen) {
        drawHelp(context);
        solid.assign(1, {0.0f, 0.0f, io.DisplaySize.x, io.DisplaySize.y});
    }
    drawDialogs(context);
    drawMessages(context, layout, banner ? banner->bottom() : 0.0f, layout.centre.bottom() - hintHeight);
}

Interface::Interface(GLFWwindow* window) : impl_(std::make_unique<Impl>(window)) {}

Interface::~Interface() = default;

void Interface::build(UiState& state, const Frame* frame, const UiActions& actions, float interfaceScale) {
    Impl& ui = *impl_;
    ui.setScale(interfaceScale);
    ui.newFrame();
    ui.widgets.begin(ui.scale, state.time, ui.fonts, state.isHelpOpen || state.files.isModal());
    ui.solid.clear();
    PanelContext context{state, frame, actions, ui.widgets};
    ui.drawAll(context);
    ui.widgets.end();
    ImGui::Render();
    ui.input.setSolidPlaces(std::move(ui.solid));
}

void Interface::draw() {
    if (impl_->window == nullptr || ImGui::GetDrawData() == nullptr) return;
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Interface::wantsMouse() const {
    return impl_->input.ownsMouse();
}

bool Interface::wantsKeys() const {
    return impl_->isTyping();
}

const std::map<std::string, ControlPlace>& Interface::controls() const {
    return impl_->widgets.controls();
}

UiRect Interface::freeArea(float width, float height, float interfaceScale, const Preferences& preferences) const {
    if (!preferences.showPanels) return {0.0f, 0.0f, width, height};
    return computeFreeArea({width, height, usableScale(interfaceScale), preferences.leftWidth, preferences.rightWidth});
}

InputQueue& Interface::input() const {
    return impl_->input;
}

}  // namespace meniscus
