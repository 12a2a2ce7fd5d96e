#pragma once

#include <string>
#include <vector>

#include <QStringList>

#include "draw/export_figure.h"
#include "export/export_options.h"
#include "words/panel_word.h"

namespace regard {

class Document;
struct Theme;
struct ViewOptions;

/// A picture that the window is about to write.
struct WindowPicture {
    static constexpr int defaultDpi = 96;

    PanelId panel;
    const ViewOptions &options; ///< of that panel
    const Figure &figure;
    const std::vector<std::string> &looks; ///< as the dialog says them: --size=84mm
};

/// What a film of the document's snapshots shows: each as the window shows the present state, with those looks. Throws
/// UsageError, and PictureError where the panel has none.
ExportOptions snapshotFilm(const Document &document, PanelId panel, const ViewOptions &options,
                           const std::vector<std::string> &looks);

/// The arguments of `regard export` that make this very picture, as a figure keeps them (cli/export/figure_command.h).
/// They are tried, and what they make is compared with the picture: empty where nothing makes it, such as a model with
/// unsaved changes, a setting that the command line does not have, or texts in another language than English.
QStringList windowCommand(const Document &document, const WindowPicture &picture);

} // namespace regard
