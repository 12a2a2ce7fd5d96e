#include "export/figure_caption.h"

#include <algorithm>
#include <cstddef>

#include <QCoreApplication>
#include <QFileInfo>

#include "draw/caption.h"
#include "draw/wrapping_figure.h"
#include "engine/pass/trace.h"
#include "export/version.h"
#include "io/checkpoint/model_folder.h"
#include "views/base/imported_faults.h"
#include "views/base/moved_scale.h"
#include "views/base/shown_text.h"
#include "views/base/shown_tokens.h"
#include "views/base/view_title.h"
#include "views/heads/heads_figure.h"
#include "views/heatmap/heatmap_figure.h"
#include "views/heatmap/heatmap_grid_figure.h"
#include "views/links/link_figure.h"
#include "views/training/training_figure.h"

namespace regard {

namespace {

struct FigureCaptionText {
    Q_DECLARE_TR_FUNCTIONS(FigureCaption)
};

struct TexSpelling {
    char16_t character;
    const char *spelled;
};

/// What LaTeX prints where a character means something to it, or where pdflatex does not know its code.
constexpr TexSpelling texSpellings[]{
    {u'\\', "\\textbackslash{}"},
    {u'{', "\\{"},
    {u'}', "\\}"},
    {u'%', "\\%"},
    {u'_', "\\_"},
    {u'#', "\\#"},
    {u'&', "\\&"},
    {u'$', "\\$"},
    {u'~', "\\textasciitilde{}"},
    {u'"', "{\\char34}"},
    {u'−', "$-$"},
    {u'^', "\\textasciicircum{}"},
    {u'<', "\\textless{}"},
    {u'|', "\\textbar{}"},
    {u'→', "$\\rightarrow$"},
    {u'>', "\\textgreater{}"},
    {u'`', "\\textasciigrave{}"},
};

/// What is set better by its own command, in running text.
constexpr TexSpelling texTypography[]{{u'“', "``"},       {u'”', "''"},       {u'‘', "`"},
                                      {u'’', "'"},        {u'–', "--"},       {u'—', "---"},
                                      {u'…', "\\dots{}"}, {u'·', "$\\cdot$"}, {u'×', "$\\times$"}};

template <std::size_t count>
const char *spelledIn(const TexSpelling (&table)[count], QChar c)
{
    const auto found =
        std::find_if(table, table + count, [c](const TexSpelling &each) { return c == QChar(each.character); });
    return found == table + count ? nullptr : found->spelled;
}

QString oneLineOf(const QString &text)
{
    QString line;
    for (const QChar c : text)
        line += c.category() == QChar::Other_Control ? QChar(u' ') : c;
    return line;
}

/// A command in typewriter type: every character stays what it is.
QString texCommand(const QString &command)
{
    QString escaped;
    for (const QChar c : oneLineOf(command)) {
        const char *spelled = c == u'\'' ? "\\textquotesingle{}" : spelledIn(texSpellings, c);
        escaped += spelled ? QString::fromLatin1(spelled) : QString(c);
    }
    return QStringLiteral("\\texttt{") + escaped + u'}';
}

/// A span of code, between more backticks than the command has in a row.
QString markdownCommand(const QString &command)
{
    const QString line = oneLineOf(command);
    qsizetype most = 0;
    qsizetype here = 0;
    for (const QChar c : line) {
        here = c == u'`' ? here + 1 : 0;
        most = std::max(most, here);
    }
    const QString fence(most + 1, u'`');
    const QString space = most > 0 ? QStringLiteral(" ") : QString();
    return fence + space + line + space + fence;
}

QString quotedText(const std::string &text)
{
    return QStringLiteral("“%1”").arg(QString::fromStdString(text));
}

/// The sentence without its full stop where what it quotes at the end has one.
QString endedOnce(QString sentence)
{
    qsizetype last = sentence.size() - 2;
    if (last >= 0 && sentence[last] == u'”')
        --last;
    if (last >= 0 && QStringView(u".!?…。！？").contains(sentence[last]))
        sentence.chop(1);
    return sentence;
}

QString modelText(const CaptionSubject &subject)
{
    const Project &project = subject.project;
    if (project.checkpoint)
        return FigureCaptionText::tr("Model: %1 (%2).")
            .arg(modelName(project.checkpoint->folder), QString::fromStdString(project.checkpoint->family));
    const QString name = !project.title.empty() ? QString::fromStdString(project.title) : subject.file;
    return name.isEmpty() ? FigureCaptionText::tr("Model: random weights.")
                          : endedOnce(FigureCaptionText::tr("Model: %1.").arg(name));
}

/// What small multiples show; each that something is done to is named with it.
QString gridPlaceText(const ShownState &state, const Grid &grid)
{
    const QStringList names = gridNames(state, grid);
    QString place = gridTitle(state, grid);
    for (std::size_t i = 0; i < grid.cells.size(); ++i) {
        const ShownState cell = ofCell(state, grid.cells[i]);
        if (missingHeadText(cell).isEmpty() && !doneText(cell.model(), cell.selection).isEmpty())
            place = titledWith(place, names.at(qsizetype(i)));
    }
    return place;
}

/// "layer 1 · head 2 · words · switched off": what is in the picture, how tokens and numbers are shown, and what is
/// done to it; of all heads or none without their place.
QString placeText(const CaptionSubject &subject)
{
    const ShownState &state = subject.state;
    if (!state.hasResult())
        return {};
    if (!subject.grid.isEmpty())
        return gridPlaceText(state, subject.grid);
    const View &view = subject.view;
    const Trace &trace = *state.trace();
    Selection within = state.selection;
    if (view.showsOneHead)
        within.heads = {within.head};
    const bool isOfPlace = view.showsOneHead || view.leavesNewHeadsOut; // links, and words as they are looked at
    // Each of two states hides a share of its own.
    const QString shown = titledWith(groupingText(trace, within, !isOfPlace || !subject.states.isEmpty()),
                                     view.filtersPairs ? pairParts(state).text() : QString());
    if (!isOfPlace)
        return shown;
    const QString place = titledWith(viewTitle(state.model(), within, movesByValue(trace)), shown);
    return titledWith(titledWith(place, doneText(state.model(), within)),
                      importedFaultText(trace, state.model(), within));
}

QString shownText(const CaptionSubject &subject)
{
    // Only a map of something else than attention knows which part it is of, and what tells its effect.
    const auto *map = subject.picture && !subject.view.isOfMatrix
                          ? dynamic_cast<const HeatmapFigure *>(&innermost(*subject.picture))
                          : nullptr;
    if (map && map->title().startsWith(subject.name))
        return map->title() + u'.';
    const QString place = map ? map->title() : placeText(subject);
    return place.isEmpty() ? subject.name + u'.' : FigureCaptionText::tr("%1, %2.").arg(subject.name, place);
}

QString rangeText(const ColorRange &range)
{
    const QString from = QString::number(range.lower, 'g', 4);
    const QString to = QString::number(range.upper, 'g', 4);
    const bool isLinear =
        range.diverging || range.scale == ColorScale::ZeroToOne || range.scale == ColorScale::Stretched;
    return isLinear ? FigureCaptionText::tr("Colours run evenly from %1 to %2.").arg(from, to)
                    : FigureCaptionText::tr("Colours run from %1 to %2, %3.").arg(from, to, scaleName(range.scale));
}

/// What the extent of a link is; `name` where that is no weight.
QString linkExtentText(const LinkData &data, const QString &name)
{
    if (name.isEmpty() && data.curved)
        return data.isDifference
                   ? FigureCaptionText::tr("How far a link reaches along the words is the change of its weight.")
                   : FigureCaptionText::tr("How far a link reaches along the words is its weight.");
    if (name.isEmpty())
        return data.isDifference ? FigureCaptionText::tr("The width of a link is the change of its weight.")
                                 : FigureCaptionText::tr("The width of a link is its weight.");
    if (data.curved)
        return (data.isDifference ? FigureCaptionText::tr("How far a link reaches along the words is the change of %1.")
                                  : FigureCaptionText::tr("How far a link reaches along the words is %1."))
            .arg(name);
    return (data.isDifference ? FigureCaptionText::tr("The width of a link is the change of %1.")
                              : FigureCaptionText::tr("The width of a link is %1."))
        .arg(name);
}

/// What a reader must know to read links or colours, and what became of heads that learned.
QStringList scaleTexts(const Figure &picture, Summary summary)
{
    const Figure &figure = innermost(picture);
    if (const auto *links = dynamic_cast<const LinkFigure *>(&figure)) {
        const NumberScale &numbers = links->data().numbers;
        const QString shares = summary == Summary::Rollout ? QString() : numbers.shares; // a rollout has its own
        QStringList texts{linkExtentText(links->data(), numbers.isMoved() ? numbers.name : shares)};
        if (links->floor() > 0)
            texts.append(
                FigureCaptionText::tr("Links below %1 are left out.").arg(QString::number(links->floor(), 'g', 3)));
        return texts;
    }
    if (const auto *heatmap = dynamic_cast<const HeatmapFigure *>(&figure))
        return {rangeText(heatmap->range())};
    if (const auto *grid = dynamic_cast<const HeatmapGridFigure *>(&figure))
        return {rangeText(grid->cells().front().range())};
    if (const auto *heads = dynamic_cast<const HeadsFigure *>(&figure))
        return {rangeText(heads->range())};
    if (const auto *training = dynamic_cast<const TrainingFigure *>(&figure))
        return training->data().findings;
    return {};
}

QStringList sentencesOf(const CaptionSubject &subject)
{
    const Project &project = subject.project;
    QStringList sentences{shownText(subject)};
    if (!subject.states.isEmpty())
        sentences.append(FigureCaptionText::tr("Two states: %1.").arg(subject.states));
    sentences.append(modelText(subject));
    if (!project.source.empty())
        sentences.append(endedOnce(FigureCaptionText::tr("Sentence: %1.").arg(quotedText(project.source))));
    if (!project.target.empty() && (readsTarget(project.model.config) || readsPair(project)))
        sentences.append(endedOnce(FigureCaptionText::tr("Second sentence: %1.").arg(quotedText(project.target))));
    if (subject.picture)
        sentences.append(scaleTexts(*subject.picture, subject.state.selection.summary));
    return sentences;
}

} // namespace

std::optional<CaptionFormat> captionFormat(const std::string &file)
{
    const QString suffix = QFileInfo(QString::fromStdString(file)).suffix().toLower();
    if (suffix == QLatin1String("tex"))
        return CaptionFormat::Tex;
    return suffix == QLatin1String("md") ? std::optional(CaptionFormat::Markdown) : std::nullopt;
}

QString texText(const QString &text)
{
    QString escaped;
    for (const QChar c : oneLineOf(text)) {
        const char *typeset = spelledIn(texTypography, c);
        const char *spelled = typeset ? typeset : spelledIn(texSpellings, c);
        escaped += spelled ? QString::fromLatin1(spelled) : QString(c);
    }
    return escaped;
}

QString markdownText(const QString &text)
{
    QString escaped;
    for (const QChar c : oneLineOf(text)) {
        if (QStringView(u"\\`*_{}[]<>#&|~$^\"!").contains(c))
            escaped += u'\\';
        escaped += c;
    }
    return escaped;
}

QByteArray captionBytes(const CaptionSubject &subject, CaptionFormat format)
{
    const bool isTex = format == CaptionFormat::Tex;
    QString text = sentencesOf(subject).join(u' ');
    text = isTex ? texText(text) : markdownText(text);
    const QString made = programName();
    const QString command = subject.command.isEmpty() ? QString()
                            : isTex                   ? texCommand(subject.command)
                                                      : markdownCommand(subject.command);
    text += u' ' + (command.isEmpty()
                        ? FigureCaptionText::tr("Made with %1.").arg(made)
                        : Caption::filled(FigureCaptionText::tr("Made with %1: %2."), {made, command}).text());
    return ((isTex ? QStringLiteral("\\caption{") + text + u'}' : text) + u'\n').toUtf8();
}

} // namespace regard
