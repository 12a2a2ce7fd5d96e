#include "views/training/panel/size_question.h"

#include <QCoreApplication>
#include <QMessageBox>

#include "document/document.h"

namespace regard {

namespace {

struct SizeQuestion {
    Q_DECLARE_TR_FUNCTIONS(SizeQuestion)
};

} // namespace

bool mayChangeSizes(const Document &document, const ModelConfig &wanted, QWidget *parent)
{
    const Training &training = document.training();
    if (training.wouldEnd(document.matrices().model()->config) || !training.wouldEnd(wanted))
        return true;
    return QMessageBox::question(
               parent, SizeQuestion::tr("Other sizes"),
               SizeQuestion::tr("With other sizes the model cannot go on with the %n step(s) that it has learned; "
                                "Ctrl+Z gives them back. Change the sizes?",
                                nullptr, int(training.state().step)),
               QMessageBox::Yes | QMessageBox::No, QMessageBox::No) == QMessageBox::Yes;
}

} // namespace regard
