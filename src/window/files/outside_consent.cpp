#include "window/files/outside_consent.h"

#include <algorithm>

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "window/base/plain_message.h"
#include "window/base/settings.h"

namespace regard {

namespace {

constexpr qsizetype longestShown = 160; ///< characters of a path; the details have all of it
constexpr std::size_t mostShown = 8;    ///< places; the details have all of them

QString keyOf(const QString &file, const OutsidePlace &place)
{
    return followed(file) + QLatin1Char('\n') + place.leadsTo;
}

QString shortened(const QString &path)
{
    if (path.size() <= longestShown)
        return path;
    return path.left(longestShown / 2) + QChar(0x2026) + path.right(longestShown / 2);
}

/// Makes every character visible and keeps it in its place, so that no path can look like words of the question.
QString visible(const QString &name)
{
    QString shown;
    for (const char32_t c : name.toStdU32String()) {
        const QChar::Category category = QChar::category(c);
        const bool isUnseen = category == QChar::Other_Control || category == QChar::Other_Format ||
                              category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
        shown += isUnseen ? QStringLiteral("\\u{%1}").arg(quint32(c), 0, 16) : QString::fromUcs4(&c, 1);
    }
    return shown;
}

QString pathText(const OutsidePlace &place)
{
    const QString path = visible(place.path);
    const QString other = visible(place.leadsTo);
    return path == other ? path : path + QStringLiteral(" → ") + other;
}

} // namespace

bool canDoWithout(const std::vector<OutsidePlace> &places)
{
    return std::all_of(places.begin(), places.end(),
                       [](const OutsidePlace &place) { return place.kind == OutsidePlace::Kind::Sentences; });
}

bool OutsideConsent::isAgreed(const QString &file, const OutsidePlace &place) const
{
    return m_settings->agreedPlaces.contains(keyOf(file, place));
}

void OutsideConsent::remember(const QString &file, const std::vector<OutsidePlace> &places)
{
    QStringList &agreed = m_settings->agreedPlaces;
    for (const OutsidePlace &place : places) {
        agreed.removeAll(keyOf(file, place));
        agreed.prepend(keyOf(file, place));
    }
    agreed = agreed.mid(0, mostAgreedPlaces);
}

bool OutsideConsent::ask(const QString &file, const std::vector<OutsidePlace> &places)
{
    std::vector<OutsidePlace> open;
    std::copy_if(places.begin(), places.end(), std::back_inserter(open),
                 [&](const OutsidePlace &place) { return !isAgreed(file, place); });
    if (open.empty())
        return true;
    QStringList all;
    for (const OutsidePlace &place : open)
        all << pathText(place);
    QStringList shown;
    for (const QString &text : all.mid(0, mostShown))
        shown << QStringLiteral("• ") + shortened(text);
    if (open.size() > mostShown)
        shown << tr("and %n more", nullptr, int(open.size() - mostShown));

    PlainMessage question(QMessageBox::Warning, tr("Files elsewhere"), {}, QMessageBox::Yes | QMessageBox::No,
                          m_window);
    question.setText(tr("“%1” reads what is outside of its own folder:").arg(visible(QFileInfo(file).fileName())) +
                     QLatin1Char('\n') + shown.join(QLatin1Char('\n')) + QStringLiteral("\n\n") +
                     tr("Open that too? Say yes where you know the file and these places."));
    question.setInformativeText(
        canDoWithout(open)
            ? tr("Without it the file opens, but does not learn from these sentences or compute means over them.")
            : tr("Without it the file cannot be shown, and what is open now stays."));
    if (shown.size() < all.size() ||
        std::any_of(all.begin(), all.end(), [](const QString &text) { return text.size() > longestShown; }))
        question.setDetailedText(all.join(QLatin1Char('\n')));
    question.setDefaultButton(QMessageBox::No);
    question.setEscapeButton(QMessageBox::No);
    if (question.exec() != QMessageBox::Yes)
        return false;
    remember(file, open);
    return true;
}

} // namespace regard
