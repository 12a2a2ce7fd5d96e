#include "views/why/panel/cell_field.h"

#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

#include "controls/spoken_name.h"

namespace regard {

namespace {

constexpr double largestCell = 1e9;
constexpr int cellDigits = 4;
constexpr int keptDecimals = 9;

double parsed(QString text, bool *isNumber)
{
    return text.trimmed()
        .replace(QChar(0x2212), QLatin1Char('-'))
        .replace(QLatin1Char(','), QLatin1Char('.'))
        .toDouble(isNumber);
}

/// A tenth of a number's first digit's place; 1 for whole ones.
double stepFor(double value)
{
    return value == std::round(value) ? 1 : std::pow(10, std::floor(std::log10(std::abs(value))));
}

} // namespace

CellNumber::CellNumber(QWidget *parent) : QDoubleSpinBox(parent)
{
    setDecimals(keptDecimals);
    setRange(-largestCell, largestCell);
    setKeyboardTracking(false);
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setAlignment(Qt::AlignCenter);
}

QString CellNumber::textFromValue(double value) const
{
    return QString::number(value, 'g', cellDigits).replace(QLatin1Char('-'), QChar(0x2212));
}

double CellNumber::valueFromText(const QString &text) const
{
    return parsed(text, nullptr);
}

QValidator::State CellNumber::validate(QString &text, int &) const
{
    bool isNumber = false;
    const double number = parsed(text, &isNumber);
    return isNumber && std::abs(number) <= largestCell ? QValidator::Acceptable : QValidator::Intermediate;
}

CellField::CellField(QWidget *parent)
    : QFrame(parent), m_less(newButton(QStringLiteral("−"), -1)), m_number(new CellNumber(this)),
      m_more(newButton(QStringLiteral("+"), 1))
{
    setObjectName(QStringLiteral("cellField"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(1, 1, 1, 1);
    row->setSpacing(0);
    row->addWidget(m_less);
    row->addWidget(m_number, 1);
    row->addWidget(m_more);
    connect(m_number, &QDoubleSpinBox::valueChanged, this, &CellField::asked);
}

QToolButton *CellField::newButton(const QString &text, int direction)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    nameButton(button, direction < 0 ? tr("Smaller") : tr("Larger"));
    connect(button, &QToolButton::clicked, this, [this, direction] { m_number->stepBy(direction); });
    return button;
}

void CellField::setValue(double value)
{
    const QSignalBlocker blocker(m_number);
    m_number->setValue(value);
    m_number->setSingleStep(stepFor(value));
    fit();
}

void CellField::setName(const QString &name)
{
    if (name != m_number->accessibleName())
        m_widest = 0;
    m_number->setAccessibleName(name);
    fit();
}

void CellField::setScale(double scale)
{
    for (QToolButton *button : {m_less, m_more})
        button->setFixedSize(qRound(28 * scale), qRound(26 * scale));
    m_scale = scale;
    m_widest = 0;
    fit();
}

/// The number is whole, and the buttons stay where they are while it changes.
void CellField::fit()
{
    constexpr int beside = 18;  // of the number, in its field
    m_number->ensurePolished(); // its font is the theme's
    const int number = m_number->fontMetrics().horizontalAdvance(m_number->text()) + qRound(beside * m_scale);
    m_widest = std::max({m_widest, qRound(102 * m_scale), number + m_less->width() + m_more->width()});
    setFixedSize(m_widest, qRound(30 * m_scale));
}

} // namespace regard
