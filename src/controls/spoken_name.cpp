#include "controls/spoken_name.h"

#include <algorithm>
#include <utility>

#include <QAbstractButton>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QTextDocumentFragment>

namespace regard {

namespace {

constexpr auto paintedText = "paintedText";

struct SpokenNameText {
    Q_DECLARE_TR_FUNCTIONS(SpokenName)
};

/// "&Width" is read as "Width".
QString withoutMnemonic(QString text)
{
    static const QRegularExpression mark(QStringLiteral("&(.)"));
    return text.replace(mark, QStringLiteral("\\1"));
}

QString textOf(const QLabel &label)
{
    const QString text = label.text();
    const bool isHtml =
        label.textFormat() == Qt::RichText || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(text));
    if (isHtml)
        return QTextDocumentFragment::fromHtml(text).toPlainText();
    return label.buddy() ? withoutMnemonic(text) : text;
}

QString writtenOn(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        return textOf(*label);
    const QString text = widget.property(paintedText).toString();
    return widget.accessibleDescription().contains(text) ? QString() : text; // nothing is read out twice
}

QString nameOf(const QWidget &widget)
{
    const QString name = widget.accessibleName();
    const QString text = writtenOn(widget);
    if (name.isEmpty() || text.contains(name))
        return text.isEmpty() ? name : text;
    return text.isEmpty() || name.contains(text) ? name : SpokenNameText::tr("%1: %2").arg(name, text);
}

/// Checks a widget's spoken name with every painting, which follows every visible change, and announces a new name.
/// Made only while a screen reader is in use: Qt makes interfaces for no other reason.
class NameWatch : public QObject {
public:
    explicit NameWatch(QWidget *widget) : QObject(widget), m_widget(widget), m_told(nameOf(*widget))
    {
        widget->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            const QString name = nameOf(*m_widget);
            if (name != std::exchange(m_told, name)) {
                QAccessibleEvent change(m_widget, QAccessible::NameChanged);
                QAccessible::updateAccessibility(&change);
            }
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget *m_widget;
    QString m_told;
};

class SpokenName : public QAccessibleWidget {
public:
    SpokenName(QWidget *widget, QAccessible::Role role) : QAccessibleWidget(widget, role) { new NameWatch(widget); }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? nameOf(*widget()) : QAccessibleWidget::text(kind);
    }

    /// A label names its buddy.
    QList<QPair<QAccessibleInterface *, QAccessible::Relation>>
    relations(QAccessible::Relation match = QAccessible::AllRelations) const override
    {
        auto related = QAccessibleWidget::relations(match);
        const auto *label = qobject_cast<const QLabel *>(widget());
        if (label && label->buddy() && match.testFlag(QAccessible::Labelled))
            if (QAccessibleInterface *buddy = QAccessible::queryAccessibleInterface(label->buddy()))
                related.append({buddy, QAccessible::Labelled});
        return related;
    }
};

/// The factory is called for each class that a widget derives from, the most derived one first.
QAccessibleInterface *madeFor(const QString &className, QObject *object)
{
    auto *label = qobject_cast<QLabel *>(object);
    if (label && className == QLatin1String("QLabel"))
        return label->pixmap().isNull() ? new SpokenName(label, QAccessible::StaticText) : nullptr;
    const bool paints = object && object->isWidgetType() &&
                        className == QLatin1String(object->metaObject()->className()) &&
                        object->metaObject()->indexOfProperty(paintedText) >= 0;
    return paints ? new SpokenName(static_cast<QWidget *>(object), QAccessible::Client) : nullptr;
}

} // namespace

void nameButton(QAbstractButton *button, const QString &meaning)
{
    const QString text = withoutMnemonic(button->text()).remove(QChar(0x2026)); // "…": a dialog opens
    const bool hasWords = std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber(); });
    const bool isSaid = !hasWords || meaning.contains(text, Qt::CaseInsensitive);
    button->setAccessibleName(isSaid ? meaning : SpokenNameText::tr("%1: %2").arg(text, meaning));
}

void installSpokenNames()
{
    QAccessible::installFactory(madeFor);
}

} // namespace regard
