#include "export/export_page.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/base/errors.h"
#include "export/version.h"
#include "io/base/atomic_file.h"
#include "io/trace/common_mask.h"
#include "views/base/shown_tokens.h"

namespace regard {

namespace {

class PageText {
    Q_DECLARE_TR_FUNCTIONS(PageText)

public:
    static QString attention(Attention attention)
    {
        switch (attention) {
        case Attention::Encoder:
            return tr("Encoder, self-attention");
        case Attention::Decoder:
            return tr("Decoder, self-attention");
        case Attention::Cross:
            return tr("Cross-attention");
        }
        return {};
    }

    /// The language of the texts, as HTML names it.
    static QString language() { return tr("en", "the code of this language, such as zh-CN"); }

    /// What the page's program says; %1 and so on are filled there.
    static QJsonObject all()
    {
        return {
            {QStringLiteral("attention"), tr("Attention")},
            {QStringLiteral("layer"), tr("Layer")},
            {QStringLiteral("head"), tr("Head")},
            {QStringLiteral("shown"), tr("Shown")},
            {QStringLiteral("links"), tr("Links")},
            {QStringLiteral("heatmap"), tr("Heatmap")},
            {QStringLiteral("state"), tr("State")},
            {QStringLiteral("now"), tr("Now")},
            {QStringLiteral("pinned"), tr("Pinned")},
            {QStringLiteral("difference"), tr("Difference")},
            {QStringLiteral("appearance"), tr("Appearance")},
            {QStringLiteral("system"), tr("As the system")},
            {QStringLiteral("light"), tr("Light")},
            {QStringLiteral("dark"), tr("Dark")},
            {QStringLiteral("table"), tr("Table of the numbers")},
            {QStringLiteral("pictureLinks"), tr("Links from %1 queries to %2 keys. Arrow keys choose a word.")},
            {QStringLiteral("pictureHeatmap"), tr("Heatmap of %1 queries and %2 keys. Arrow keys choose a cell.")},
            {QStringLiteral("weight"), tr("%1 → %2: %3")},
            {QStringLiteral("change"), tr("%1 → %2: %3 pinned, %4 now, %5")},
            {QStringLiteral("noChange"), tr("%1 → %2: %3 now, without a difference")},
            {QStringLiteral("noWeight"), tr("%1 → %2: there is none")},
            {QStringLiteral("strongestOf"), tr("%1 looks at: %2")},
            {QStringLiteral("strongestTo"), tr("Who looks at %1: %2")},
            {QStringLiteral("newHead"), tr("The pinned state has no such head.")},
            {QStringLiteral("leftOut"), tr("%1 links are drawn; weaker ones are left out until a word is chosen.")},
            {QStringLiteral("hint"),
             tr("Point at a word or a cell, or choose it with the arrow keys. [ and ] change the layer, "
                ", and . the head, Escape lets go.")},
            {QStringLiteral("precision"),
             tr("Weights are kept within %1 of those that Regard computed, and shown with four decimals.")},
            {QStringLiteral("precisionChange"), tr("Weights are kept within %1 of those that Regard computed, "
                                                   "differences within %2, and shown with four decimals.")},
            {QStringLiteral("old"), tr("This browser is too old to show the numbers: it needs DecompressionStream.")},
            {QStringLiteral("noScript"),
             tr("This page needs JavaScript, which is in it; it asks for nothing from outside.")}};
    }
};

/// Text inside a script element: no `<` can end it, and no program that reads lines sees a line end in it.
QByteArray inScript(const QJsonObject &object)
{
    QString text = QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
    text.replace(QLatin1Char('<'), QLatin1String("\\u003c"));
    text.replace(QLatin1Char('>'), QLatin1String("\\u003e"));
    text.replace(QLatin1Char('&'), QLatin1String("\\u0026"));
    text.replace(QChar(0x2028), QLatin1String("\\u2028"));
    text.replace(QChar(0x2029), QLatin1String("\\u2029"));
    return text.toUtf8();
}

QJsonArray list(const std::vector<std::string> &texts)
{
    QJsonArray array;
    for (const std::string &text : texts)
        array.append(QString::fromStdString(text));
    return array;
}

QJsonArray list(const std::vector<int> &numbers)
{
    QJsonArray array;
    for (const int number : numbers)
        array.append(number);
    return array;
}

/// Weights of a block's heads in whole steps: those of a head are its low bytes, then its high bytes, row by row.
struct Packed {
    QByteArray bytes;
    double scale = 1; ///< the weight above the last step
};

/// A weight is the middle of its step, so that 65536 steps are never more than half a step away.
Packed packed(const HeadTraces &heads)
{
    constexpr double steps = 65536;
    Packed data;
    for (const HeadTrace &head : heads)
        data.scale = std::max(data.scale, double(head.weights.size() ? head.weights.maxCoeff() : 0));
    for (const HeadTrace &head : heads) {
        QByteArray high;
        for (Eigen::Index i = 0; i < head.weights.rows(); ++i)
            for (Eigen::Index j = 0; j < head.weights.cols(); ++j) {
                const double step = std::floor(double(head.weights(i, j)) / data.scale * steps);
                const auto whole = unsigned(std::clamp(step, 0.0, steps - 1));
                data.bytes.append(char(whole & 0xff));
                high.append(char(whole >> 8));
            }
        data.bytes.append(high);
    }
    return data;
}

/// A zlib stream as base64; qCompress() puts four bytes with the length before it.
QByteArray deflated(const QByteArray &bytes)
{
    constexpr int lengthBytes = 4;
    return qCompress(bytes, 9).mid(lengthBytes).toBase64();
}

/// A byte for each cell of a block: 1 where the mask forbids it in both states.
QByteArray forbidden(const TraceComparison &comparison, const AttentionPlace &place, Eigen::Index rows,
                     Eigen::Index columns)
{
    Matrix cells = Matrix::Zero(rows, columns);
    clearForbidden(cells, comparison, place);
    QByteArray bytes;
    for (Eigen::Index i = 0; i < rows; ++i)
        for (Eigen::Index j = 0; j < columns; ++j)
            bytes.append(std::isnan(cells(i, j)) ? '\1' : '\0');
    return bytes;
}

/// The numbers of a page, and the streams that they are in.
class PageData {
public:
    explicit PageData(const ShownState &state) : m_state(state), m_comparison(state.difference())
    {
        const Trace &trace = *state.trace();
        for (std::size_t index = 0; index < trace.blocks.size(); ++index)
            m_blocks.append(block(*trace.blocks[index], blockPlace(state.model().config, int(index))));
    }

    const QJsonArray &blocks() const { return m_blocks; }
    const QByteArray &streams() const { return m_streams; }

private:
    QJsonObject block(const BlockTrace &trace, const AttentionPlace &place)
    {
        const SideTrace &queries = queriesOf(*m_state.trace(), place.attention);
        const SideTrace &keys = keysOf(*m_state.trace(), place.attention);
        QJsonObject described{{QStringLiteral("name"), QString::fromStdString(trace.name)},
                              {QStringLiteral("attention"), PageText::attention(place.attention)},
                              {QStringLiteral("layer"), place.layer + 1},
                              {QStringLiteral("queries"), list(labelsOf(queries))},
                              {QStringLiteral("keys"), list(labelsOf(keys))}};
        addWeights(described, trace.heads);
        if (m_comparison)
            addPinned(described, place, trace.heads);
        return described;
    }

    void addWeights(QJsonObject &described, const HeadTraces &heads)
    {
        const Packed data = packed(heads);
        described[QLatin1String("heads")] = int(heads.size());
        described[QLatin1String("scale")] = data.scale;
        described[QLatin1String("weights")] = addStream(data.bytes);
    }

    void addPinned(QJsonObject &described, const AttentionPlace &place, const HeadTraces &heads)
    {
        const auto before = m_comparison->blockBefore(place);
        if (!before)
            return;
        QJsonObject pinned{
            {QStringLiteral("rows"), int(before->heads.queries())},
            {QStringLiteral("columns"), int(before->heads.keys())},
            {QStringLiteral("queries"), list(m_comparison->queries(place.attention).before)},
            {QStringLiteral("keys"), list(m_comparison->keys(place.attention).before)},
            {QStringLiteral("forbidden"), addStream(forbidden(*m_comparison, place, heads.queries(), heads.keys()))}};
        addWeights(pinned, before->heads);
        described[QLatin1String("pinned")] = pinned;
    }

    int addStream(const QByteArray &bytes)
    {
        m_streams += "<script type=\"text/plain\" id=\"stream" + QByteArray::number(m_count) + "\">" + deflated(bytes) +
                     "</script>\n";
        return m_count++;
    }

    const ShownState &m_state;
    const TraceComparison *m_comparison;
    QJsonArray m_blocks;
    QByteArray m_streams;
    int m_count = 0;
};

/// What stands between two marks of a text, which has both.
QByteArray between(const QByteArray &text, const char *first, const char *last)
{
    const auto start = text.indexOf(first) + int(qstrlen(first));
    return text.mid(start, text.indexOf(last, start) - start);
}

QByteArray hashOf(const QByteArray &text)
{
    return "'sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64() + "'";
}

/// Fills the places {{NAME}} of a text, and none in what it fills in.
QByteArray filled(const QByteArray &text, const std::vector<std::pair<QByteArray, QByteArray>> &values)
{
    QByteArray whole;
    qsizetype at = 0;
    for (qsizetype start; (start = text.indexOf("{{", at)) >= 0;) {
        const qsizetype end = text.indexOf("}}", start);
        const QByteArray name = text.mid(start + 2, end - start - 2);
        const auto value = std::find_if(values.begin(), values.end(), [&](const auto &v) { return v.first == name; });
        whole += text.mid(at, start - at) + value->second;
        at = end + 2;
    }
    return whole + text.mid(at);
}

QByteArray pageTemplate()
{
    QFile file(QStringLiteral(":/web/page.html"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("the page's template is missing");
    return file.readAll();
}

} // namespace

void checkPage(const ShownState &state)
{
    if (!state.trace() || state.trace()->blocks.empty())
        throw ConfigError("a page (.html) shows attention, and the model has none");
}

void writePage(const QString &path, const PageSubject &subject)
{
    const ShownState &state = subject.state;
    checkPage(state);
    const PageData data(state);
    const QString &title = subject.title;
    const QString subtitle =
        state.difference() ? subject.comparisonName : groupingText(*state.trace(), state.selection, false);
    const Selection &chosen = state.selection;
    const QJsonObject described{
        {QStringLiteral("format"), QStringLiteral("regard-page")},
        {QStringLiteral("version"), 1},
        {QStringLiteral("title"), title},
        {QStringLiteral("subtitle"), subtitle},
        {QStringLiteral("program"), programName()},
        {QStringLiteral("texts"), PageText::all()},
        {QStringLiteral("blocks"), data.blocks()},
        {QStringLiteral("block"), blockIndex(state.model().config, chosen.attention, chosen.layer)},
        {QStringLiteral("head"), chosen.head},
        {QStringLiteral("view"), subject.beginsWithHeatmap ? QStringLiteral("heatmap") : QStringLiteral("links")},
        {QStringLiteral("compares"), state.difference() != nullptr},
    };
    const QByteArray page = pageTemplate();
    const QString name = title.isEmpty() ? programName() : title;
    AtomicFile file(path);
    file.write(
        filled(page, {{"LANGUAGE", PageText::language().toUtf8()},
                      {"TITLE", name.toHtmlEscaped().toUtf8()},
                      {"NOSCRIPT", PageText::all()[QLatin1String("noScript")].toString().toHtmlEscaped().toUtf8()},
                      {"STYLEHASH", hashOf(between(page, "<style>", "</style>"))},
                      {"SCRIPTHASH", hashOf(between(page, "<script>", "</script>"))},
                      {"DATA", inScript(described)},
                      {"STREAMS", data.streams()}}));
    file.commit();
}

} // namespace regard
