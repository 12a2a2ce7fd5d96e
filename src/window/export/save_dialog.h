#pragma once

#include <vector>

#include <QFileDialog>
#include <QString>

namespace regard {

/// A kind of file that can be written.
struct FileKind {
    QString name;   ///< "Everything, JSON"
    QString suffix; ///< "json"
};

/// Asks where to write. The typed suffix decides the kind where one of the kinds has it; any other name gets that of
/// the chosen kind, before the question whether a file of that name may be overwritten.
class SaveDialog : public QFileDialog {
    Q_OBJECT
public:
    /// `start` is the path proposed, with or without a suffix; `kind` the one chosen at first.
    SaveDialog(const QString &title, const QString &start, std::vector<FileKind> kinds, int kind, QWidget *parent);

    /// The path chosen, with the suffix of a kind; empty where the user cancelled.
    QString ask();
    /// The kind of a path that ask() gave.
    int kindOf(const QString &path) const;

public slots:
    void accept() override;

private:
    int chosenKind() const;
    QString completed(const QString &path) const;
    QString proposal(const QString &path, int kind) const;
    bool mayOverwrite(const QString &path);

    std::vector<FileKind> m_kinds;
};

/// A file name made from a title, without characters that some file systems refuse; `otherwise` where nothing is left.
QString fileNameOf(const QString &title, const QString &otherwise);

} // namespace regard
