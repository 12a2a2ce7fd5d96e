#include "io/project/training_log.h"

#include "io/base/atomic_file.h"
#include "io/base/csv_text.h"
#include "io/base/number_text.h"
#include "io/base/text_stream.h"

namespace regard {

void writeTrainingLog(const QString &path, const TrainingRecord &record)
{
    const HeldOutCurve &heldOut = record.heldOut;
    AtomicFile file(path);
    TextStream out(file);
    out << "step,loss,rate,gradient,held_out_loss,held_out_accuracy";
    for (const auto &[name, numbers] : heldOut.measures)
        out << "," << csvCell(name);
    out << "\r\n";
    std::size_t step = 0;
    std::size_t measured = 0;
    while (step < record.curve.size() || measured < heldOut.steps.size()) {
        const bool hasStep = step < record.curve.size() &&
                             (measured == heldOut.steps.size() || record.curve[step].step <= heldOut.steps[measured]);
        const bool isMeasured =
            measured < heldOut.steps.size() && (!hasStep || heldOut.steps[measured] == record.curve[step].step);
        out << numberText(hasStep ? record.curve[step].step : heldOut.steps[measured]);
        const auto cell = [&](bool has, const auto &number) { out << "," << (has ? numberText(number()) : ""); };
        cell(hasStep, [&] { return record.curve[step].loss; });
        cell(hasStep, [&] { return record.curve[step].rate; });
        cell(hasStep, [&] { return record.curve[step].gradientNorm; });
        cell(isMeasured, [&] { return heldOut.loss[measured]; });
        cell(isMeasured, [&] { return heldOut.accuracy[measured]; });
        for (const auto &[name, numbers] : heldOut.measures)
            cell(isMeasured, [&, &each = numbers] { return each[measured]; });
        out << "\r\n";
        step += hasStep ? 1 : 0;
        measured += isMeasured ? 1 : 0;
    }
    out.flush();
    file.commit();
}

} // namespace regard
