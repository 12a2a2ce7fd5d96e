#include "controls/app_theme.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QFontInfo>
#include <QPalette>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

#include "controls/portal_setting.h"

// The linker drops a static library's resources unless they are named, outside any namespace.
static void initializeThemeIcons()
{
    Q_INIT_RESOURCE(theme_icons);
}

namespace regard {

namespace {

constexpr double smallestScale = 0.5;
constexpr double largestScale = 12;
constexpr double textPixels = 14; ///< that the lengths below are meant for

QString latin(const char *text)
{
    return QString::fromLatin1(text);
}

/// Lengths stay whole pixels, and none above 0 becomes 0.
QString scaledLengths(const QString &sheet, double scale)
{
    static const QRegularExpression length(latin("(\\d+)px"));
    QString scaled;
    qsizetype end = 0;
    for (auto lengths = length.globalMatch(sheet); lengths.hasNext();) {
        const QRegularExpressionMatch match = lengths.next();
        scaled += sheet.mid(end, match.capturedStart() - end);
        scaled += QString::number(std::lround(match.captured(1).toInt() * scale)) + latin("px");
        end = match.capturedEnd();
    }
    return scaled + sheet.mid(end);
}

// Tool tips are dark in either theme.
QColor tipBase(const Theme &theme)
{
    return theme.dark ? theme.control : theme.text;
}

QColor tipText(const Theme &theme)
{
    return theme.dark ? theme.text : theme.panel;
}

/// Each rule is written once with the names of the theme's colours, which are then replaced.
const char *const rules = R"(
QMainWindow, QDialog { background: @window; }
QAbstractScrollArea::corner { background: @panel; border: none; }
QFrame#panel { background: @panel; border: none; border-radius: 8px; }
QFrame#lessonTry { background: @control; border: 1px solid @control; border-radius: 6px; }
QFrame#lessonTry[done="true"] { background: @accentSoft; border-color: @accent; }
#lessonAnswer QLabel { color: @muted; }
QFrame#panel[bare="true"] { background: transparent; border: none; border-radius: 0; }


QFrame#presentControls { background: #23282f; border-radius: 8px; padding: 4px; }
QFrame#presentControls QLabel, QFrame#presentControls QToolButton { background: transparent; color: #f3f4f6; border: 1px solid transparent; }
QFrame#presentControls QToolButton:hover { border-color: #f3f4f6; }
QToolButton#panelMore { background: transparent; border: 1px solid transparent; color: @muted; padding: 0 6px; font-size: 17px; font-weight: bold; }
QToolButton#panelMore:hover, QToolButton#panelMore:focus { color: @text; border-color: @accent; }
QToolButton#panelMore::menu-indicator { image: none; }
QLabel { background: transparent; }
QLabel#panelTitle { font-weight: bold; font-size: 15px; color: @text; }
QLabel#panelCaption { color: @muted; font-size: 14px; }
QLabel#muted, QLabel#effectLine, QLabel#headCountName, QLabel#changedCells, QLabel#cellBefore, QLabel#notCompared { color: @muted; }
QToolButton#colorScale { font-size: 14px; }
QFrame#segments { background: @control; border: none; border-radius: 8px; }
QFrame#segments QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 2px 9px; font-size: 14px; }
QFrame#segments QToolButton[popupMode="2"] { padding-right: 18px; }
QFrame#segments QToolButton:hover { border-color: @accent; }
QFrame#segments QToolButton:checked { background: @panel; color: @accent; border: 2px solid @accent; padding: 1px 8px; font-weight: bold; }
QFrame#segments QToolButton:focus { border: 2px solid @text; padding: 1px 8px; }
QLabel#error { color: @error; }
QWidget#lesson QWidget, QWidget#WeightsPanel QWidget { font-size: 14px; }
QWidget#lesson QLabel#lessonPageTitle { color: @text; font-weight: bold; font-size: 19px; }
QLabel#stripHeading { color: @text; font-weight: bold; font-size: 17px; }
QLabel#stripRemark, QLabel#stripCell, QLabel#stripNote { color: @muted; font-size: 14px; }
QPushButton#stripTry { font-size: 14px; }
QWidget#panelHead { min-height: 34px; }
QFrame#stripLine { background: @border; border: none; }
QPushButton#play { background: @accent; color: @onAccent; border-color: @accent; font-size: 16px; font-weight: bold; padding: 4px 18px; border-radius: 7px; }
QPushButton#play:hover { border-color: @text; }
QPushButton#play:focus { border: 2px solid @text; padding: 3px 17px; }
QFrame#cellField { background: @panel; border: 1px solid @accent; border-radius: 5px; }
QFrame#cellField QToolButton { background: @accentSoft; color: @accent; border: none; border-radius: 0; padding: 0; font-weight: bold; }
QFrame#cellField QToolButton:focus { border: 2px solid @accent; }
QFrame#cellField QDoubleSpinBox { background: transparent; border: none; padding: 0; font-size: 16px; font-weight: bold; }
QToolButton[flat="true"] { background: transparent; border: 1px solid transparent; color: @muted; padding: 0; }
QToolButton[flat="true"]:hover, QToolButton[flat="true"]:focus { color: @accent; border-color: @accent; }
QToolButton[flat="true"]::menu-indicator, QToolButton[link="true"]::menu-indicator { image: none; }
QToolButton[link="true"] { background: transparent; border: 1px solid transparent; color: @accent; padding: 2px 6px; }
QToolButton[link="true"]:hover { text-decoration: underline; }
QToolButton[link="true"]:focus { border: 1px solid @accent; }
QToolButton[link="true"]:disabled { color: @muted; }

QPushButton { background: @panel; color: @text; border: 1px solid @border; border-radius: 5px; padding: 4px 10px; outline: none; }
QPushButton:hover { border-color: @accent; }
QPushButton:pressed { background: @control; }
QPushButton:checked { background: @accentSoft; border-color: @accent; color: @accent; }
QPushButton:focus { border: 2px solid @accent; padding: 3px 9px; }
QPushButton:disabled { color: @muted; }
QPushButton#primary { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton#primary:hover { border-color: @text; }
QPushButton#primary:focus { border: 2px solid @text; }
QPushButton#primary:disabled { background: @control; color: @muted; border-color: @border; }
QPushButton::menu-indicator { image: url(:/theme/arrow-down.svg); subcontrol-origin: padding; subcontrol-position: right center; right: 6px; }
QPushButton[menu="true"] { padding-right: 22px; }
QPushButton#link, QPushButton[link="true"] { background: transparent; border: 1px solid transparent; color: @accent; padding: 1px 3px; }
QPushButton#link:hover, QPushButton[link="true"]:hover { text-decoration: underline; }
QPushButton#link:focus, QPushButton[link="true"]:focus { border: 1px solid @accent; }

QWidget#topBar QWidget { font-size: 14px; }
QWidget#topBar QLineEdit[bar="true"] { font-size: 15px; }
QPushButton[bar="true"] { border-radius: 6px; padding: 4px 10px; min-height: 26px; }
QPushButton[bar="true"]:focus { border: 2px solid @accent; padding: 3px 9px; }
QPushButton[bar="true"]::menu-indicator { image: none; width: 0; }
QWidget#topBar QPushButton#topMenu { font-size: 20px; padding: 4px 6px; }
QPushButton#topMenu { background: transparent; border-color: transparent; }
QPushButton#topMenu:hover, QPushButton#topMenu:focus { border-color: @accent; }
QGroupBox#modeSwitch { background: @control; border: none; border-radius: 6px; margin: 0; padding: 0; }
QPushButton[segment="true"] { background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 3px 11px; min-height: 22px; }
QPushButton[segment="true"]:hover { border-color: @accent; }
QPushButton[segment="true"]:checked { background: @accent; color: @onAccent; border-color: @accent; font-weight: bold; }
QPushButton[segment="true"]:focus { border: 2px solid @text; padding: 2px 10px; }

QToolButton { background: @panel; color: @text; border: 1px solid @border; border-radius: 5px; padding: 3px 8px; }
QToolButton:hover { border-color: @accent; }
QToolButton:pressed { background: @control; }
QToolButton:focus { border-color: @accent; }
QToolButton:disabled { color: @muted; }
QToolButton::menu-indicator { image: url(:/theme/arrow-down.svg); subcontrol-position: right center; right: 3px; }
QToolButton[popupMode="2"] { padding-right: 16px; }
QToolBar { background: @window; border: none; spacing: 6px; padding: 4px; }
QToolButton[chip="true"] { background: @control; color: @muted; border: 1px solid @border; border-radius: 5px; padding: 2px 8px; }
QToolButton[chip="true"]:hover { color: @text; border-color: @accent; }
QToolButton[chip="true"]:checked { background: @accentSoft; color: @accent; border-color: @accent; font-weight: bold; }
QToolButton[chip="true"]:focus { border: 2px solid @accent; padding: 1px 7px; }
QToolButton[chip="true"][popupMode="2"] { padding-right: 16px; }
QToolButton[chip="true"][popupMode="2"]:focus { padding-right: 15px; }
QToolButton[chip="true"]:disabled { color: @muted; background: @window; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit {
    background: @field; color: @text; border: 1px solid @border; border-radius: 5px; padding: 3px 7px;
    selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { border-color: @muted; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border: 2px solid @accent; padding: 2px 6px; }
QLineEdit[faulty="true"], QComboBox[faulty="true"] { border: 2px solid @error; padding: 2px 6px; }
QLineEdit[bar="true"] { background: @panel; border-radius: 6px; padding: 3px 11px; min-height: 28px; }
QLineEdit[bar="true"]:focus { border: 2px solid @accent; padding: 2px 10px; }
QLineEdit[bar="true"][faulty="true"] { border: 2px solid @error; padding: 2px 10px; }
QLineEdit[bar="true"] QToolButton { background: transparent; color: @muted; border: 1px solid transparent; padding: 2px 6px; }
QLineEdit[bar="true"] QToolButton:hover { color: @text; }
QLineEdit[bar="true"] QToolButton:focus { border-color: @accent; color: @text; }
QLineEdit[bar="true"] QToolButton::menu-indicator { image: none; width: 0; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @muted; }
QAbstractItemView QLineEdit, QTableView QLineEdit { border-radius: 0; padding: 0 2px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { border: none; background: transparent; width: 16px; subcontrol-position: top right; subcontrol-origin: border; }
QSpinBox::down-button, QDoubleSpinBox::down-button { border: none; background: transparent; width: 16px; subcontrol-position: bottom right; subcontrol-origin: border; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/theme/arrow-up.svg); width: 9px; height: 9px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/theme/arrow-down.svg); width: 9px; height: 9px; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox::down-arrow { image: url(:/theme/arrow-down.svg); width: 10px; height: 10px; }
QComboBox { combobox-popup: 0; }
QComboBox QAbstractItemView::item { padding: 4px 6px; }
QComboBox QAbstractItemView { background: @panel; color: @text; border: 1px solid @border; outline: none;
    selection-background-color: @accentSoft; selection-color: @accent; }

QCheckBox, QRadioButton { color: @text; spacing: 6px; background: transparent; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @muted; border-radius: 3px; background: @field; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked { background: @check; border-color: @check; image: url(:/theme/check.svg); }
QCheckBox::indicator:disabled { border-color: @border; }
QCheckBox:focus { color: @accent; }
QCheckBox:disabled { color: @muted; }

QSlider:horizontal { min-height: 18px; }
QSlider::groove:horizontal { height: 3px; border-radius: 1px; background: @border; }
QSlider::sub-page:horizontal { height: 3px; border-radius: 1px; background: @accent; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0; border-radius: 6px; background: @accent; border: 1px solid @panel; }
QSlider::handle:horizontal:focus { border: 2px solid @text; width: 10px; height: 10px; border-radius: 7px; }

QScrollArea, QAbstractScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QTableView { background: @panel; color: @text; gridline-color: @border; border: none; outline: none; }
QHeaderView { background: @panel; border: none; }
QHeaderView::section { background: @panel; color: @muted; border: none; padding: 1px 3px; }
QTableCornerButton::section { background: @panel; border: none; }
QListView, QTreeView { background: @panel; color: @text; border: 1px solid @border; border-radius: 5px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }

QMenuBar { background: @window; color: @text; }
QMenuBar::item { background: transparent; padding: 4px 10px; border-radius: 4px; }
QMenuBar::item:selected { background: @control; }
QMenu { background: @panel; color: @text; border: 1px solid @border; padding: 4px; font-size: 14px; }
QMenu::item { padding: 4px 24px 4px 22px; border-radius: 4px; }
QMenu::item:selected { background: @accentSoft; color: @accent; }
QMenu::item:disabled { color: @muted; }
QMenu#moreMenu::item { padding: 8px 14px; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }
QToolTip { background: @tip; color: @onTip; border: 1px solid @border; padding: 4px 6px; }
QStatusBar { background: @window; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; }
QTabBar::tab { background: transparent; color: @muted; padding: 4px 10px; border: none; border-bottom: 2px solid transparent; }
QTabBar#narrowTabs::tab { padding: 4px 5px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @accent; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; border: 1px solid @accent; }
QTabWidget::pane { border: none; }
QGroupBox { color: @text; border: 1px solid @border; border-radius: 5px; margin-top: 14px; padding-top: 4px; }
QGroupBox::title { subcontrol-origin: margin; left: 8px; }
QSplitter::handle { background: transparent; }
)";

} // namespace

AppTheme::AppTheme(Choice choice, QObject *parent) : QObject(parent), m_choice(choice)
{
    initializeThemeIcons();
    // The palette is read before the first apply(), which replaces what the desktop gave.
    m_systemDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    setDark(m_choice == Choice::Dark || (m_choice == Choice::System && m_systemDark));
    apply();
    const auto *scheme =
        new PortalSetting(QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme"), this);
    // 1: dark is preferred
    connect(scheme, &PortalSetting::received, this,
            [this](const QVariant &value) { setSystemDark(value.toUInt() == 1); });
}

void AppTheme::setSystemDark(bool dark)
{
    m_systemDark = dark;
    setChoice(m_choice);
}

void AppTheme::setChoice(Choice choice)
{
    m_choice = choice;
    const bool dark = choice == Choice::Dark || (choice == Choice::System && m_systemDark);
    if (dark == m_theme.dark)
        return;
    setDark(dark);
    apply();
    emit changed();
}

void AppTheme::setDark(bool dark)
{
    const double leastNumber = m_theme.leastNumber;
    m_theme = Theme::named(dark);
    m_theme.leastNumber = leastNumber;
}

void AppTheme::setScale(double scale, double leastNumber)
{
    scale = std::clamp(scale, smallestScale, largestScale);
    if (scale == m_scale && leastNumber == m_theme.leastNumber)
        return;
    if (m_scale == 1)
        m_font = QApplication::font();
    m_scale = scale;
    m_theme.leastNumber = leastNumber;
    // The wall shows pictures alone, which are enlarged as they are painted: to style every widget takes far longer.
    if (leastNumber == 0 && scale != m_styledScale) {
        applyFont();
        apply();
    }
    emit changed();
}

AppTheme::~AppTheme()
{
    if (m_scale != 1)
        QApplication::setFont(m_font);
}

void AppTheme::applyFont()
{
    QFont font = m_font;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * m_scale);
    else
        font.setPixelSize(qRound(font.pixelSize() * m_scale));
    QApplication::setFont(m_scale == 1 ? m_font : font);
}

void AppTheme::apply()
{
    QApplication::setPalette(palette(theme()));
    QToolTip::setPalette(palette(theme()));
    // Qt polishes every widget once for each widget above it where one sheet takes another's place, and once alone
    // where a sheet comes or goes.
    undress();
    dress();
}

void AppTheme::undress()
{
    qApp->setStyleSheet(QString());
}

void AppTheme::dress()
{
    // Lengths follow the system's type where it is larger than they are meant for.
    const double type = QFontInfo(QApplication::font()).pixelSize() / textPixels;
    m_styledScale = m_scale;
    qApp->setStyleSheet(styleSheet(theme(), std::max(m_scale, type)));
}

QPalette AppTheme::palette(const Theme &theme)
{
    QPalette colors;
    colors.setColor(QPalette::Window, theme.window);
    colors.setColor(QPalette::WindowText, theme.text);
    colors.setColor(QPalette::Base, theme.panel);
    colors.setColor(QPalette::AlternateBase, theme.control);
    colors.setColor(QPalette::Text, theme.text);
    colors.setColor(QPalette::PlaceholderText, theme.muted);
    colors.setColor(QPalette::Button, theme.control);
    colors.setColor(QPalette::ButtonText, theme.text);
    colors.setColor(QPalette::BrightText, theme.error);
    colors.setColor(QPalette::Highlight, theme.accent);
    colors.setColor(QPalette::HighlightedText, theme.onAccent);
    colors.setColor(QPalette::Link, theme.accent);
    colors.setColor(QPalette::LinkVisited, theme.accent);
    colors.setColor(QPalette::ToolTipBase, tipBase(theme));
    colors.setColor(QPalette::ToolTipText, tipText(theme));
    colors.setColor(QPalette::Light, theme.panel);
    colors.setColor(QPalette::Midlight, theme.control);
    colors.setColor(QPalette::Mid, theme.border);
    colors.setColor(QPalette::Dark, theme.muted);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        colors.setColor(QPalette::Disabled, role, theme.muted);
    return colors;
}

QString AppTheme::styleSheet(const Theme &theme, double scale)
{
    // The longer names first: @accentSoft begins with @accent.
    const QColor scroll = theme.dark ? theme.border.lighter(140) : theme.border.darker(115);
    const std::pair<const char *, QColor> colors[] = {
        {"@accentSoft", theme.accentSoft},
        {"@accent", theme.accent},
        {"@onAccent", theme.onAccent},
        {"@tip", tipBase(theme)},
        {"@onTip", tipText(theme)},
        {"@window", theme.window},
        {"@panel", theme.panel},
        {"@border", theme.border},
        {"@text", theme.text},
        {"@muted", theme.muted},
        {"@control", theme.control},
        {"@error", theme.error},
        {"@field", theme.dark ? theme.control : theme.panel},
        {"@scroll", scroll},
        {"@check", theme.dark ? theme.accent.darker(130) : theme.accent},
    };
    QString sheet = QString::fromLatin1(rules);
    for (const auto &[name, color] : colors)
        sheet.replace(latin(name), color.name());
    return scale == 1 ? sheet : scaledLengths(sheet, scale);
}

} // namespace regard
