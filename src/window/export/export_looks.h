#pragma once

#include <map>
#include <string>
#include <vector>

#include <QSize>
#include <QTabWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace regard {

/// How an exported picture looks: size, colours and what it has beside its content, each field an option of `regard
/// export`, whose parser reads them.
class ExportLooks : public QTabWidget {
    Q_OBJECT
public:
    explicit ExportLooks(QWidget *parent);

    /// --size=84mm and so on; what is as ever is left out. `isDark` is the window's theme, `hasPixels` whether the
    /// format has a resolution.
    std::vector<std::string> words(bool isDark, bool hasPixels) const;
    /// Sets the fields; words that are none are passed over. Sizes in pixels, names of states and a typed title are not
    /// kept: each picture has its own.
    void setWords(const QStringList &words);
    QStringList keptWords() const;

    /// The picture's size on the screen, which a size in pixels begins with.
    void proposeSize(QSize pixels);
    /// Whether the picture shows links of several heads, weights, or marks of the selection: else those fields say
    /// nothing.
    void setOffered(bool links, bool weights, bool marks);
    /// Whether the format has a resolution, and whether it is one picture, that can be cut to what is drawn.
    void setFormat(bool hasPixels, bool isFilm);
    /// Whether the picture names two states above itself.
    void setCaptioned(bool isCaptioned);
    void setStrongest(bool isStrongest);

signals:
    void changed();

private:
    QWidget *sizePage();
    QWidget *colorsPage();
    QWidget *partsPage();
    QComboBox *newChoice(const char *name, const QString &spoken, const QString &tip);
    void add(QFormLayout *form, const QString &label, QWidget *field);
    void addPart(QFormLayout *form, const char *option, const QString &label, const QString &tip);
    QWidget *captionNames();
    void showFields();
    QString sizeWord() const;
    QString captionsWord() const;

    QComboBox *m_size;
    QSpinBox *m_width;
    QSpinBox *m_height;
    QDoubleSpinBox *m_length;
    QComboBox *m_unit;
    QDoubleSpinBox *m_text;
    QSpinBox *m_dpi;
    QComboBox *m_theme;
    QComboBox *m_colors;
    QComboBox *m_background;
    QComboBox *m_font;
    QComboBox *m_scale;
    std::map<std::string, QComboBox *> m_parts; ///< --title: as ever, on, off
    QComboBox *m_captions;
    QLineEdit *m_nowName;
    QLineEdit *m_pinnedName;
    QSpinBox *m_digits;
    QDoubleSpinBox *m_floor;
    QComboBox *m_links;
    QDoubleSpinBox *m_spacing;
    QCheckBox *m_strongest;
    QCheckBox *m_square;
    QCheckBox *m_crop;
    QFormLayout *m_sizeForm = nullptr;
    QFormLayout *m_partsForm = nullptr;
    bool m_isQuiet = false;
};

} // namespace regard
