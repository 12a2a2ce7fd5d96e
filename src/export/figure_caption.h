#pragma once

#include <optional>
#include <string>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "document/shown/shown.h"
#include "draw/figure.h"
#include "io/project/project.h"
#include "views/base/grid_cells.h"
#include "views/table/view_table.h"

namespace regard {

enum class CaptionFormat { Tex, Markdown };

/// By the suffix `.tex` or `.md`; nothing for another.
std::optional<CaptionFormat> captionFormat(const std::string &file);

/// What a caption tells of.
struct CaptionSubject {
    QString name;     ///< of the figure: "Links"
    const View &view; ///< says whether it is of one head, of several or of none
    Grid grid{};      ///< of small multiples
    const Project &project;
    QString file{};          ///< the project's, named where nothing else names the model; may be empty
    const ShownState &state; ///< of a comparison the present one
    QString states{};        ///< both names of a comparison: "a.regard now − b.regard pinned"; empty: one state
    const Figure *picture = nullptr; ///< null: there is none
    QString command{};               ///< that makes the figure again, as it is typed; empty: none does
};

/// What stands under the figure in a paper: one `\caption{…}` of LaTeX, or a paragraph of Markdown. It says what is
/// shown, of which model and sentence, where links are left out and what colours mean, and with which version and
/// command it was made. Every text is escaped.
QByteArray captionBytes(const CaptionSubject &subject, CaptionFormat format);

/// A text as LaTeX and Markdown show it, on one line.
///@{
QString texText(const QString &text);
QString markdownText(const QString &text);
///@}

} // namespace regard
