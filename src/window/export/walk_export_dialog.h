#pragma once

#include <memory>

#include <QDialog>
#include <QString>

#include "export/walk_export.h"

class QTimer;

namespace Ui {
class WalkExportDialog;
}

namespace regard {

class AppTheme;

/// Exports a walk: which, in which format and size. Writes page by page while it shows its progress; Cancel stops it
/// and leaves nothing behind.
class WalkExportDialog : public QDialog {
    Q_OBJECT
public:
    /// The scope of `source` is proposed. `folder` is where the file dialog starts, `title` names the document, inside
    /// SVG and PDF as well.
    WalkExportDialog(WalkSource source, AppTheme *theme, const QString &folder, const QString &title, QWidget *parent);
    ~WalkExportDialog() override;

    /// Begins to write as the fields say; the dialog accepts itself when all is written. Shows in the dialog what went
    /// wrong.
    void writeTo(const QString &path);
    bool isWriting() const { return m_writer != nullptr; }
    /// The path last asked for; empty before.
    QString writtenPath() const { return m_written; }
    PictureFormat format() const;

public slots:
    void reject() override;

private:
    WalkFormat walkFormat() const;
    void takePages();
    void showResultSize(int pages);
    void showPreview();
    void showError(const QString &sentence);
    void save();
    bool mayReplace(const QStringList &paths);
    void writeNext();
    void setWriting(bool writes);

    std::unique_ptr<Ui::WalkExportDialog> m_ui;
    WalkSource m_source;
    WalkSheets m_pages; ///< of the chosen scope and format
    AppTheme *m_theme;
    QString m_folder;
    QString m_title;
    QString m_written;
    std::unique_ptr<WalkWriter> m_writer; ///< null while nothing is being written
    QTimer *m_timer;                      ///< one page per event, so that Cancel is handled
};

} // namespace regard
