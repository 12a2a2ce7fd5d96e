#pragma once

#include <memory>
#include <vector>

#include <QDialog>

#include "draw/export_figure.h"
#include "export/export_options.h"
#include "window/export/figure_choice.h"
#include "window/export/figure_variant.h"

namespace Ui {
class ExportFigureDialog;
}

namespace regard {

class AppTheme;
class Document;
class ExportLooks;

/// Which picture, of which states where two are compared, in which format and size, with a preview that follows every
/// field.
class ExportFigureDialog : public QDialog {
    Q_OBJECT
public:
    /// `folder` is where the file dialog starts, `looks` what looks() gave the last time. The document, whose title
    /// names the picture in its file, outlives this.
    ExportFigureDialog(const Document *document, std::vector<FigureChoice> choices, int current, AppTheme *theme,
                       const QString &folder, const QStringList &looks, QWidget *parent);
    ~ExportFigureDialog() override;

    /// Writes the picture as the fields say, and its caption; each atomic. Throws PictureError, FileError.
    void writeTo(const QString &path) const;
    /// The path to which the picture was last written; empty before.
    QString writtenPath() const { return m_written; }
    PictureFormat format() const;
    /// What is remembered of the fields: format, and options as the command line spells them.
    QStringList looks() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    std::vector<std::string> words() const;
    /// Throws PictureError.
    std::unique_ptr<Figure> figure(const ExportOptions &options) const;
    /// The frames of the film that the fields ask for; not empty. Throws PictureError, UsageError.
    std::vector<std::unique_ptr<Figure>> frames(const ExportOptions &options) const;
    bool isFilm() const;
    QImage previewOf(const Figure &shown) const;
    const FigureChoice &choice() const;
    FigureVariant variant() const;
    void showVariants();
    /// Takes over the figure's size, and which fields say something of it.
    void takeFigure();
    void showPreview();
    void showResultSize(const Figure &figure);
    /// The file for the caption of a picture; empty: none is wanted.
    QString captionPath(const QString &picture) const;
    /// Its bytes; `picture` null: a film's.
    QByteArray caption(const Figure *picture, const QStringList &command, const QString &path) const;
    bool mayWriteCaption(const QString &picture);
    void save();

    std::unique_ptr<Ui::ExportFigureDialog> m_ui;
    const Document *m_document;
    std::vector<FigureChoice> m_choices;
    AppTheme *m_theme;
    QString m_folder;
    ExportLooks *m_looks;
    ExportOptions m_options; ///< of the preview
    QString m_written;
};

} // namespace regard
