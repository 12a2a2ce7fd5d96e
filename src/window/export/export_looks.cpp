#include "window/export/export_looks.h"

#include <optional>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>

namespace regard {

namespace {

enum SizeRow { Pixels, Length, Column, TwoColumns, Slide, Poster };

constexpr int defaultDpi = 192; // of a PNG from the window: sharp on a slide
constexpr int largestSide = 16384;
constexpr QLatin1String namesWord("names"); ///< of captions: the two that are typed

/// A number as an option takes it.
QString number(double value)
{
    return QString::number(value, 'g', 6);
}

/// A page that scrolls where the dialog is lower than it.
QScrollArea *scrolled(QWidget *page)
{
    auto *scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    return scroll;
}

/// The row with that word; the first where there is none.
void choose(QComboBox *box, const QString &word)
{
    const int row = box->findData(word);
    if (row < 0 && box->isEditable())
        box->setEditText(word);
    else
        box->setCurrentIndex(std::max(0, row));
}

} // namespace

ExportLooks::ExportLooks(QWidget *parent)
    : QTabWidget(parent), m_size(nullptr), m_width(new QSpinBox(this)), m_height(new QSpinBox(this)),
      m_length(new QDoubleSpinBox(this)), m_unit(nullptr), m_text(new QDoubleSpinBox(this)), m_dpi(new QSpinBox(this)),
      m_theme(nullptr), m_colors(nullptr), m_background(nullptr), m_font(nullptr), m_scale(nullptr),
      m_captions(nullptr), m_nowName(new QLineEdit(this)), m_pinnedName(new QLineEdit(this)),
      m_digits(new QSpinBox(this)), m_floor(new QDoubleSpinBox(this)), m_links(nullptr),
      m_spacing(new QDoubleSpinBox(this)),
      m_strongest(new QCheckBox(tr("each link once, by its strongest head"), this)),
      m_square(new QCheckBox(tr("square cells"), this)), m_crop(new QCheckBox(tr("cut to what is drawn"), this))
{
    setAccessibleName(tr("How the picture looks"));
    addTab(scrolled(sizePage()), tr("Size"));
    addTab(scrolled(colorsPage()), tr("Colours"));
    addTab(scrolled(partsPage()), tr("Parts"));
    const auto tell = [this] {
        if (!m_isQuiet)
            emit changed();
    };
    for (QComboBox *box : {m_size, m_captions})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportLooks::showFields);
    for (QLineEdit *name : {m_nowName, m_pinnedName})
        connect(name, &QLineEdit::textChanged, this, tell);
    for (QComboBox *box : findChildren<QComboBox *>()) {
        connect(box, &QComboBox::currentIndexChanged, this, tell);
        if (box->isEditable())
            connect(box, &QComboBox::editTextChanged, this, tell);
    }
    for (QSpinBox *box : findChildren<QSpinBox *>())
        connect(box, &QSpinBox::valueChanged, this, tell);
    for (QDoubleSpinBox *box : findChildren<QDoubleSpinBox *>())
        connect(box, &QDoubleSpinBox::valueChanged, this, tell);
    for (QCheckBox *box : {m_strongest, m_square, m_crop})
        connect(box, &QCheckBox::toggled, this, tell);
    showFields();
}

QComboBox *ExportLooks::newChoice(const char *name, const QString &spoken, const QString &tip)
{
    auto *box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(spoken);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    return box;
}

void ExportLooks::add(QFormLayout *form, const QString &label, QWidget *field)
{
    auto *name = new QLabel(label, this);
    name->setBuddy(field);
    form->addRow(name, field);
}

QWidget *ExportLooks::sizePage()
{
    m_size = newChoice("size", tr("Size"), tr("A size in pixels, or a width in print whose height follows"));
    m_size->addItems({tr("pixels"), tr("a width"), tr("one column, 3.3 in"), tr("two columns, 6.75 in"),
                      tr("slide, 1280 × 720 px"), tr("poster, 16 in")});
    for (const auto &[box, name, spoken] : {std::tuple(m_width, "pictureWidth", tr("Width in CSS pixels")),
                                            {m_height, "pictureHeight", tr("Height in CSS pixels")}}) {
        box->setObjectName(QLatin1String(name));
        box->setAccessibleName(spoken);
        box->setRange(16, largestSide);
        box->setSuffix(QStringLiteral(" px"));
    }
    m_length->setObjectName(QStringLiteral("length"));
    m_length->setAccessibleName(tr("Width of the picture"));
    m_length->setDecimals(2);
    m_length->setRange(0.1, largestSide);
    m_length->setValue(84);
    m_unit = newChoice("unit", tr("Unit of the width"), tr("Unit of the width"));
    m_unit->setMinimumContentsLength(3);
    for (const char *unit : {"mm", "cm", "in", "pt", "px"})
        m_unit->addItem(QLatin1String(unit), QLatin1String(unit));
    auto *lengths = new QWidget(this);
    auto *row = new QHBoxLayout(lengths);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_length, 1);
    row->addWidget(m_unit);
    m_text->setObjectName(QStringLiteral("textSize"));
    m_text->setAccessibleName(tr("Size of the tokens’ names in print"));
    m_text->setToolTip(tr("The picture is laid out so that the tokens’ names have this size in print"));
    m_text->setRange(0, 72);
    m_text->setDecimals(1);
    m_text->setSuffix(QStringLiteral(" pt"));
    m_text->setSpecialValueText(tr("automatic"));
    m_dpi->setObjectName(QStringLiteral("dpi"));
    m_dpi->setAccessibleName(tr("Resolution of a PNG"));
    m_dpi->setToolTip(tr("Dots per inch; 96 gives one pixel for each CSS pixel"));
    m_dpi->setRange(1, 2400);
    m_dpi->setSuffix(QStringLiteral(" dpi"));
    m_dpi->setValue(defaultDpi);
    m_crop->setObjectName(QStringLiteral("crop"));
    auto *page = new QWidget;
    m_sizeForm = new QFormLayout(page);
    add(m_sizeForm, tr("&Kind"), m_size);
    add(m_sizeForm, tr("&Width"), m_width);
    add(m_sizeForm, tr("&Height"), m_height);
    m_sizeForm->addRow(tr("Width"), lengths);
    add(m_sizeForm, tr("Te&xt"), m_text);
    add(m_sizeForm, tr("&Resolution"), m_dpi);
    m_sizeForm->addRow(QString(), m_crop);
    return page;
}

QWidget *ExportLooks::colorsPage()
{
    m_theme = newChoice("theme", tr("Theme"), tr("Print: black on white, without background tints"));
    m_theme->addItem(tr("As the window"), QString());
    m_theme->addItem(tr("Light"), QStringLiteral("light"));
    m_theme->addItem(tr("Dark"), QStringLiteral("dark"));
    m_theme->addItem(tr("Print"), QStringLiteral("print"));
    m_colors = newChoice("colors", tr("Colours of cells"),
                         tr("Each is even in lightness. Greys: heads too, for printing without colour"));
    m_colors->addItem(tr("Blues"), QString());
    m_colors->addItem(QStringLiteral("Viridis"), QStringLiteral("viridis"));
    m_colors->addItem(QStringLiteral("Cividis"), QStringLiteral("cividis"));
    m_colors->addItem(tr("Greys"), QStringLiteral("greys"));
    m_scale = newChoice("scale", tr("How colours follow weights"), tr("Of the heatmap and the map of heads"));
    m_scale->addItem(tr("As the window"), QString());
    for (const auto &[text, word] : {std::pair(tr("0 to 1"), "0..1"),
                                     {tr("stretched"), "stretch"},
                                     {tr("logarithmic"), "log"},
                                     {tr("percentile"), "percentile"}})
        m_scale->addItem(text, QLatin1String(word));
    m_background = newChoice("background", tr("Background"), tr("A colour’s name or #rrggbb"));
    m_background->setEditable(true);
    m_background->addItem(tr("the theme’s"), QString());
    m_background->addItem(tr("transparent"), QStringLiteral("transparent"));
    m_background->addItem(QStringLiteral("white"), QStringLiteral("white"));
    m_font = newChoice("font", tr("Font"), tr("Of all text, numbers too; PDF embeds it"));
    m_font->addItem(QStringLiteral("DejaVu Sans"), QString());
    for (const QString &family : QFontDatabase::families())
        m_font->addItem(family, family);
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    add(form, tr("&Theme"), m_theme);
    add(form, tr("&Palette"), m_colors);
    add(form, tr("Sca&le"), m_scale);
    add(form, tr("&Background"), m_background);
    add(form, tr("F&ont"), m_font);
    return page;
}

void ExportLooks::addPart(QFormLayout *form, const char *option, const QString &label, const QString &tip)
{
    QComboBox *box = newChoice(option + 2, QString(label).remove(u'&'), tip);
    box->addItem(tr("as usual"), QString());
    box->addItem(tr("on"), QStringLiteral("on"));
    box->addItem(tr("off"), QStringLiteral("off"));
    m_parts[option] = box;
    add(form, label, box);
}

QWidget *ExportLooks::captionNames()
{
    auto *names = new QWidget(this);
    auto *row = new QHBoxLayout(names);
    row->setContentsMargins(0, 0, 0, 0);
    for (const auto &[name, object, spoken, usual] :
         {std::tuple(m_nowName, "nowName", tr("Caption of the present state"), tr("now")),
          {m_pinnedName, "pinnedName", tr("Caption of the pinned state"), tr("pinned")}}) {
        name->setObjectName(QLatin1String(object));
        name->setAccessibleName(spoken);
        name->setToolTip(spoken);
        name->setPlaceholderText(usual);
        name->setMaxLength(200);
        row->addWidget(name);
    }
    return names;
}

QWidget *ExportLooks::partsPage()
{
    m_captions = newChoice("captions", tr("Captions"), tr("What is written above the two compared states"));
    m_captions->addItem(tr("as usual"), QString());
    m_captions->addItem(tr("off"), QStringLiteral("off"));
    m_captions->addItem(tr("own names"), namesWord);
    auto *page = new QWidget;
    QFormLayout *form = m_partsForm = new QFormLayout(page);
    addPart(form, "--title", tr("T&itle"), tr("The picture’s title; type one of your own"));
    m_parts["--title"]->setEditable(true);
    m_parts["--title"]->setInsertPolicy(QComboBox::NoInsert);
    m_parts["--title"]->setCompleter(nullptr); // a title may begin as one of the words
    add(form, tr("Captions"), m_captions);
    form->addRow(QString(), captionNames());
    addPart(form, "--legend", tr("Le&gend"), tr("What explains widths, colours and marks"));
    addPart(form, "--color-bar", tr("&Colour bar"), tr("Of a heatmap and of the map of heads"));
    addPart(form, "--axes", tr("Axis &names"), tr("The names of queries and keys"));
    addPart(form, "--numbers", tr("N&umbers"), tr("In cells and beside tokens"));
    addPart(form, "--marks", tr("Marks"), tr("What the selection adds: frames, bold names and bars"));
    m_digits->setObjectName(QStringLiteral("cellDigits"));
    m_digits->setAccessibleName(tr("Digits of numbers in cells"));
    m_digits->setToolTip(tr("After the point, of numbers in cells"));
    m_digits->setRange(-1, 9);
    m_digits->setValue(-1);
    m_digits->setSpecialValueText(tr("automatic"));
    m_floor->setObjectName(QStringLiteral("floor"));
    m_floor->setAccessibleName(tr("Links of smaller weights are hidden"));
    m_floor->setToolTip(tr("Links of smaller weights are hidden"));
    m_floor->setRange(-0.01, 1);
    m_floor->setDecimals(2);
    m_floor->setSingleStep(0.01);
    m_floor->setValue(-0.01);
    m_floor->setSpecialValueText(tr("as the window"));
    m_spacing->setObjectName(QStringLiteral("tokenSpacing"));
    m_spacing->setAccessibleName(tr("From one token of the links to the next"));
    m_spacing->setToolTip(tr("From one token of the links to the next"));
    m_spacing->setRange(0, 200);
    m_spacing->setDecimals(1);
    m_spacing->setSuffix(QStringLiteral(" pt"));
    m_spacing->setSpecialValueText(tr("automatic"));
    m_links = newChoice("links", tr("How links run"), tr("Whether links are straight or run along curves"));
    m_links->addItem(tr("as the window"), QString());
    m_links->addItem(tr("straight"), QStringLiteral("straight"));
    m_links->addItem(tr("curved"), QStringLiteral("curved"));
    m_strongest->setObjectName(QStringLiteral("strongest"));
    m_square->setObjectName(QStringLiteral("square"));
    add(form, tr("&Digits"), m_digits);
    add(form, tr("Hid&e below"), m_floor);
    add(form, tr("Links"), m_links);
    add(form, tr("Inter&val"), m_spacing);
    form->addRow(QString(), m_strongest);
    form->addRow(QString(), m_square);
    return page;
}

void ExportLooks::showFields()
{
    const int row = m_size->currentIndex();
    m_sizeForm->setRowVisible(m_width, row == Pixels);
    m_sizeForm->setRowVisible(m_height, row == Pixels);
    m_sizeForm->setRowVisible(m_length->parentWidget(), row == Length);
    m_partsForm->setRowVisible(m_nowName->parentWidget(), m_captions->currentData() == namesWord);
}

/// Returns both names, in which a comma is `\,`.
QString ExportLooks::captionsWord() const
{
    if (m_captions->currentData() != namesWord)
        return m_captions->currentData().toString();
    const auto escaped = [](QString name) { return name.replace(u',', QStringLiteral("\\,")); };
    return escaped(m_nowName->text()) + u',' + escaped(m_pinnedName->text());
}

QString ExportLooks::sizeWord() const
{
    switch (m_size->currentIndex()) {
    case Length:
        return number(m_length->value()) + m_unit->currentData().toString();
    case Column:
        return QStringLiteral("column");
    case TwoColumns:
        return QStringLiteral("two-columns");
    case Slide:
        return QStringLiteral("slide");
    case Poster:
        return QStringLiteral("poster");
    default:
        return QStringLiteral("%1x%2").arg(m_width->value()).arg(m_height->value());
    }
}

std::vector<std::string> ExportLooks::words(bool isDark, bool hasPixels) const
{
    std::vector<std::string> words;
    const auto addOption = [&](const char *option, const QString &value) {
        if (!value.isEmpty())
            words.push_back(std::string(option) + "=" + value.toStdString());
    };
    // An edited text that is none of the rows' is the word itself.
    const auto wordOf = [](const QComboBox *box) {
        const int row = box->isEditable() ? box->findText(box->currentText()) : box->currentIndex();
        const QString typed = box->currentText();
        return row >= 0 ? box->itemData(row).toString() : typed.trimmed().isEmpty() ? QString() : typed;
    };
    if (const QString size = sizeWord(); size != QLatin1String("960x720"))
        addOption("--size", size);
    addOption("--text", m_text->value() > 0 ? number(m_text->value()) + QStringLiteral("pt") : QString());
    if (hasPixels)
        addOption("--dpi", QString::number(m_dpi->value()));
    const QString theme = wordOf(m_theme);
    addOption("--theme", theme.isEmpty() && isDark         ? QStringLiteral("dark")
                         : theme == QLatin1String("light") ? QString()
                                                           : theme);
    addOption("--colors", wordOf(m_colors));
    addOption("--scale", wordOf(m_scale));
    addOption("--background", wordOf(m_background));
    addOption("--font", wordOf(m_font));
    for (const auto &[option, box] : m_parts)
        addOption(option.c_str(), wordOf(box));
    addOption("--captions", m_captions->isEnabled() ? captionsWord() : QString());
    addOption("--cell-digits", m_digits->value() >= 0 ? QString::number(m_digits->value()) : QString());
    addOption("--floor", m_floor->value() >= 0 && m_floor->isEnabled() ? number(m_floor->value()) : QString());
    addOption("--links", m_links->isEnabled() ? wordOf(m_links) : QString());
    addOption("--token-spacing",
              m_spacing->value() > 0 ? number(m_spacing->value()) + QStringLiteral("pt") : QString());
    for (const auto &[box, flag] : {std::pair(m_strongest, "--strongest"), {m_square, "--square"}, {m_crop, "--crop"}})
        if (box->isChecked() && box->isEnabled())
            words.emplace_back(flag);
    return words;
}

QStringList ExportLooks::keptWords() const
{
    QStringList kept;
    for (const std::string &word : words(false, true))
        kept.append(QString::fromStdString(word));
    if (m_theme->currentData() == QLatin1String("light"))
        kept.append(QStringLiteral("--theme=light"));
    if (m_size->currentIndex() == Pixels)
        kept.removeIf([](const QString &word) { return word.startsWith(QLatin1String("--size=")); });
    kept.removeIf([](const QString &word) { return word.startsWith(QLatin1String("--captions=")); });
    if (const QComboBox *title = m_parts.at("--title"); title->findText(title->currentText()) < 0)
        kept.removeIf([](const QString &word) { return word.startsWith(QLatin1String("--title=")); });
    if (m_captions->currentData() == QLatin1String("off"))
        kept.append(QStringLiteral("--captions=off"));
    return kept;
}

void ExportLooks::setWords(const QStringList &words)
{
    m_isQuiet = true;
    for (const QString &word : words) {
        const QString option = word.section(u'=', 0, 0);
        const QString value = word.section(u'=', 1);
        static const QRegularExpression length(QStringLiteral("^([0-9.]+)(mm|cm|in|pt|px)$"));
        const QRegularExpressionMatch found = length.match(value);
        static const QStringList presets{QStringLiteral("column"), QStringLiteral("two-columns"),
                                         QStringLiteral("slide"), QStringLiteral("poster")};
        if (option == QLatin1String("--size") && presets.contains(value)) {
            m_size->setCurrentIndex(Column + int(presets.indexOf(value)));
        } else if (option == QLatin1String("--size") && found.hasMatch()) {
            m_size->setCurrentIndex(Length);
            m_length->setValue(found.captured(1).toDouble());
            choose(m_unit, found.captured(2));
        } else if (option == QLatin1String("--text")) {
            m_text->setValue(found.captured(1).toDouble());
        } else if (option == QLatin1String("--token-spacing")) {
            m_spacing->setValue(found.captured(1).toDouble());
        } else if (option == QLatin1String("--dpi")) {
            m_dpi->setValue(value.toInt());
        } else if (option == QLatin1String("--cell-digits")) {
            m_digits->setValue(value.toInt());
        } else if (option == QLatin1String("--floor")) {
            m_floor->setValue(value.toDouble());
        } else if (const auto part = m_parts.find(option.toStdString()); part != m_parts.end()) {
            choose(part->second, value);
        }
        for (const auto &[name, box] : {std::pair("--theme", m_theme),
                                        {"--colors", m_colors},
                                        {"--scale", m_scale},
                                        {"--background", m_background},
                                        {"--font", m_font},
                                        {"--links", m_links},
                                        {"--captions", m_captions}})
            if (option == QLatin1String(name))
                choose(box, value);
        for (const auto &[name, box] : {std::pair("--square", m_square), {"--crop", m_crop}})
            if (option == QLatin1String(name))
                box->setChecked(true);
    }
    m_isQuiet = false;
    showFields();
}

void ExportLooks::proposeSize(QSize pixels)
{
    m_isQuiet = true;
    m_width->setValue(pixels.width());
    m_height->setValue(pixels.height());
    m_isQuiet = false;
}

void ExportLooks::setOffered(bool links, bool weights, bool marks)
{
    m_parts["--marks"]->setEnabled(marks);
    for (QWidget *field : {static_cast<QWidget *>(m_floor), static_cast<QWidget *>(m_links),
                           static_cast<QWidget *>(m_spacing), static_cast<QWidget *>(m_strongest)})
        field->setEnabled(links);
    for (QWidget *field :
         {static_cast<QWidget *>(m_scale), static_cast<QWidget *>(m_digits), static_cast<QWidget *>(m_square)})
        field->setEnabled(weights);
}

void ExportLooks::setFormat(bool hasPixels, bool isFilm)
{
    m_dpi->setEnabled(hasPixels);
    m_crop->setEnabled(!isFilm);
}

void ExportLooks::setCaptioned(bool isCaptioned)
{
    for (QWidget *field : {static_cast<QWidget *>(m_captions), static_cast<QWidget *>(m_nowName->parentWidget())})
        field->setEnabled(isCaptioned);
}

void ExportLooks::setStrongest(bool isStrongest)
{
    m_isQuiet = true;
    m_strongest->setChecked(isStrongest);
    m_isQuiet = false;
}

} // namespace regard
