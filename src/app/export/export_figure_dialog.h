#pragma once

#include <memory>
#include <vector>

#include <QDialog>

#include "app/export/figure_choice.h"
#include "app/export/figure_variant.h"
#include "figures/file/export_figure.h"

namespace Ui {
class ExportFigureDialog;
}

namespace regard {

class AppTheme;
class Document;

/// Which picture, of which states where two are compared, in which format and size, with a preview that follows every
/// field.
class ExportFigureDialog : public QDialog {
    Q_OBJECT
public:
    /// `folder` is where the file dialog starts. The document, whose title names the picture inside SVG and PDF,
    /// outlives this.
    ExportFigureDialog(const Document *document, std::vector<FigureChoice> choices, int current, AppTheme *theme,
                       const QString &folder, QWidget *parent);
    ~ExportFigureDialog() override;

    /// Writes the picture as the fields say; atomic. Throws PictureError, FileError.
    void writeTo(const QString &path) const;
    /// Where the picture was last written; empty before.
    QString writtenPath() const { return m_written; }
    PictureFormat format() const;

private:
    std::unique_ptr<Figure> figure() const;
    const FigureChoice &choice() const;
    FigureVariant variant() const;
    const Theme &theme() const;
    void showVariants();
    void takeFigureSize();
    void showPreview();
    void showResultSize(const Figure &figure);
    void save();

    std::unique_ptr<Ui::ExportFigureDialog> m_ui;
    const Document *m_document;
    std::vector<FigureChoice> m_choices;
    AppTheme *m_theme;
    QString m_folder;
    QString m_written;
};

} // namespace regard
