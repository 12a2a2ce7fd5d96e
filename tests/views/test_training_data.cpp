#include <cmath>

#include <QImage>
#include <QPainter>
#include <QTest>

#include "draw/smallest_text.h"
#include "draw/theme.h"
#include "test_class.h"
#include "training/run/followed_patterns.h"
#include "views/training/training_data.h"

using namespace Qt::Literals::StringLiterals;
using namespace regard;

/// The chart of a run: its lines, and the heads that it names.
class TestTrainingData : public QObject {
    Q_OBJECT

    static ModelConfig config()
    {
        ModelConfig model;
        model.architecture = Architecture::Decoder;
        model.decoderLayers = 2;
        model.heads = model.decoderHeads = 2;
        return model;
    }
    static TrainingShown shown(int steps)
    {
        TrainingShown shown;
        shown.record.step = steps;
        for (int step = 1; step <= steps; ++step)
            shown.record.curve.push_back({step, 4.0 - 3.0 * step / steps, 0.001, 1});
        shown.record.heldOut.steps = {0, steps / 2, steps};
        shown.record.heldOut.loss = {4, 2.5, 1};
        shown.record.heldOut.accuracy = {0, 0.5, 1};
        return shown;
    }

private slots:
    void aHeadIsNamedWhereItCrossesAHalf()
    {
        const std::string induction = patternMeasure({Attention::Decoder, 1, 0}, HeadPattern::Induction);
        const std::string previous = patternMeasure({Attention::Decoder, 0, 1}, HeadPattern::Previous);
        const std::string first = patternMeasure({Attention::Decoder, 0, 0}, HeadPattern::First);
        const std::string next = patternMeasure({Attention::Decoder, 0, 0}, HeadPattern::SameWord);
        HeldOutCurve curve;
        curve.steps = {0, 20, 40, 60};
        curve.measures[induction] = {0.1, 0.6, 0.4, 0.8}; // since step 60, for good
        curve.measures[previous] = {0.1, 0.5, 0.7, 0.9};
        curve.measures[first] = {0.6, 0.7, 0.8, 0.9}; // it began so
        curve.measures[next] = {0.1, 0.9, 0.9, 0.2};  // no longer
        curve.measures["induction"] = {0.2, 0.3, 0.55, 0.8};
        const QStringList findings = headFindings(curve, config());
        QCOMPARE(findings.size(), 3);
        QVERIFY2(
            findings[0].endsWith(u"layer 1 head 2 becomes a previous-token head at step 20."_s, Qt::CaseInsensitive),
            qPrintable(findings[0]));
        QCOMPARE(findings[1], u"“induction” of the task passes a half at step 40."_s);
        QVERIFY2(findings[2].endsWith(u"layer 2 head 1 becomes an induction head at step 60."_s, Qt::CaseInsensitive),
                 qPrintable(findings[2]));
    }

    /// Marks stand at the measured step since which a head has followed a pattern by more than a half.
    void crossingsAreMarked()
    {
        // A sigmoid about step 99, 1 / (1 + exp((99 − s) / 20)), is above a half from the measurement at 100 on.
        TrainingCurve curve;
        const std::string induction = patternMeasure({Attention::Decoder, 1, 0}, HeadPattern::Induction);
        const std::string first = patternMeasure({Attention::Decoder, 0, 1}, HeadPattern::First);
        for (long long step = 0; step <= 200; step += 20) {
            curve.heldOut.steps.push_back(step);
            curve.heldOut.loss.push_back(1);
            curve.heldOut.accuracy.push_back(double(step) / 200);
            curve.heldOut.measures[induction].push_back(1 / (1 + std::exp(double(99 - step) / 20)));
            curve.heldOut.measures[first].push_back(double(step) / 500); // never
            if (step > 0)
                curve.steps.push_back({step, 4.0 / double(step), 0.001, 1});
        }
        const RunCurveData data = runCurveData(curve, 200, config());
        QCOMPARE(data.marks.size(), std::size_t(1));
        QCOMPARE(data.marks[0].step, 100.0);
        QCOMPARE(data.marks[0].name, u"2·1 induction"_s);
        QVERIFY2(data.marks[0].sentence.contains(u"becomes an induction head at step 100"_s),
                 qPrintable(data.marks[0].sentence));
        QCOMPARE(data.lines.size(), std::size_t(2));
        QCOMPARE(data.lines[0].points.back(), QPointF(200, 0.02));
        QCOMPARE(data.lines[1].points.back(), QPointF(200, 1));
        // A curve up to an earlier step shows nothing that comes later.
        const RunCurveData early = runCurveData(curve, 80, config());
        QVERIFY(early.marks.empty());
        QCOMPARE(early.lines[0].points.back().x(), 80.0);
        QCOMPARE(early.lines[1].points.back(), QPointF(80, 0.4));
        QCOMPARE(early.step, 80.0);
    }

    void everyMeasureIsReadBack()
    {
        for (const Attention attention : {Attention::Encoder, Attention::Decoder, Attention::Cross})
            for (const HeadPattern pattern : followedPatterns) {
                const HeadRef head{attention, 12, 3};
                const auto read = measuredPattern(patternMeasure(head, pattern));
                QVERIFY(read);
                QVERIFY(read->first == head);
                QVERIFY(read->second == pattern);
            }
        for (const char *other : {"", "induction", "right_noun", "encoder.1.self.2", "encoder.x.self.0.first",
                                  "encoder.1.self.2.firstly", "diagonal"})
            QVERIFY2(!measuredPattern(other), other);
    }

    /// A long run has few points, and its smooth line is that of the means.
    void aLongRunIsThinned()
    {
        const TrainingData data = trainingData(shown(10000), config());
        QVERIFY(data.losses[0].points.size() <= 400);
        QVERIFY(data.losses[0].points.size() > 200);
        QVERIFY(std::abs(data.losses[0].points.front().y() - 4) < 0.1);
        QVERIFY(std::abs(data.losses[0].points.back().y() - 1) < 0.1);
        QCOMPARE(data.steps, 10000.0);
        QCOMPARE(data.losses[1].points.size(), std::size_t(3));
    }

    /// The line is where its numbers say, in its colour.
    void theLineIsPainted()
    {
        const Theme theme = Theme::light();
        TrainingShown run = shown(100);
        run.marks.push_back({50, u"learning rate 0.1"_s});
        const TrainingFigure figure(trainingData(run, config()), QSizeF(400, 500), theme);
        QImage image(400, int(figure.size().height()), QImage::Format_RGB32);
        QPainter painter(&image);
        figure.paint(painter);
        painter.end();
        const auto isNear = [&](QPointF at, QColor wanted) {
            for (int y = -2; y <= 2; ++y)
                for (int x = -2; x <= 2; ++x) {
                    const QColor seen = image.pixelColor(at.toPoint() + QPoint(x, y));
                    if (std::abs(seen.red() - wanted.red()) + std::abs(seen.green() - wanted.green()) +
                            std::abs(seen.blue() - wanted.blue()) <
                        90)
                        return true;
                }
            return false;
        };
        using Plot = TrainingFigure::Plot;
        bool isSeen = false; // the dashes of the held-out line lie over it
        for (int step = 20; step <= 30; ++step)
            isSeen = isSeen || isNear(figure.place(Plot::Loss, {double(step), 4 - 0.03 * step}), theme.head(0));
        QVERIFY(isSeen);
        QVERIFY(!isNear(figure.place(Plot::Loss, {25, 1.5}), theme.head(0)));
        QVERIFY(isNear(figure.place(Plot::Share, {100, 1}) - QPointF(1, 0), theme.head(1)));
        QVERIFY(isNear(figure.place(Plot::Rate, {60, 0.001}), theme.head(4)));
        QVERIFY(isNear(figure.place(Plot::Loss, {50, 1.2}), theme.text)); // the mark
        QCOMPARE(figure.data().marks[0].text, u"step 50: learning rate 0.1"_s);
    }

    /// Axes say what they count and in which unit; what became of heads is said by a caption.
    void axesAreNamed()
    {
        TrainingData data = trainingData(shown(100), config());
        data.findings = {u"Layer 1 head 2 becomes an induction head at step 20."_s};
        const TrainingFigure figure(data, QSizeF(400, 500), Theme::print());
        QStringList texts;
        for (const DrawnText &text : drawnTexts(figure))
            texts << text.text;
        for (const QString &name : {u"Loss, nats a token"_s, u"Share, 0 to 1"_s, u"Learning rate"_s, u"training step"_s,
                                    u"0"_s, u"50"_s, u"100"_s, u"0.5"_s})
            QVERIFY2(texts.contains(name), qPrintable(name));
        QVERIFY(!texts.join(u' ').contains(u"becomes"));
        QCOMPARE(figure.data().findings.size(), 1);
        // Names and numbers keep off the plots.
        for (const DrawnText &text : drawnTexts(figure))
            for (const auto plot :
                 {TrainingFigure::Plot::Loss, TrainingFigure::Plot::Share, TrainingFigure::Plot::Rate})
                QVERIFY2(!figure.plotRect(plot).adjusted(0, 1, 0, -1).intersects(text.place.boundingRect()),
                         qPrintable(text.text));
    }

    void aLogarithmicAxisStandsByPowers()
    {
        TrainingShown run = shown(100);
        run.isLog = true;
        run.record.heldOut.loss = {100, 10, 1};
        const TrainingFigure figure(trainingData(run, config()), QSizeF(400, 500), Theme::light());
        using Plot = TrainingFigure::Plot;
        const double top = figure.place(Plot::Loss, {0, 100}).y();
        const double middle = figure.place(Plot::Loss, {0, 10}).y();
        const double bottom = figure.place(Plot::Loss, {0, 1}).y();
        QVERIFY(std::abs((middle - top) - (bottom - middle)) < 1e-6);
        QVERIFY(bottom > top);
    }

    /// Patterns over sentences are the means of single ones.
    void headsAreMeasured()
    {
        FollowedPatterns patterns(config(), {"a", "b"});
        TrainingSentence sentence{.source = {0, 1, 0, 1}};
        Eigen::Matrix<float, 4, 4, Eigen::RowMajor> weights = decltype(weights)::Zero();
        weights(0, 0) = weights(1, 0) = 1;
        weights(2, 1) = 1;    // after the first a: induction, and the token before
        weights(3, 2) = 0.5F; // a half each
        weights(3, 3) = 0.5F;
        patterns.add(0, ConstView<float>(weights.data(), 4, 4, Eigen::OuterStride<>(4)), sentence);
        const std::map<std::string, double> means = patterns.means();
        QCOMPARE(means.at("decoder.0.self.0.induction"), 0.75);
        QCOMPARE(means.at("decoder.0.self.0.previous"), 2.5 / 3);
        QCOMPARE(means.at("decoder.0.self.0.first"), 0.5);
        QVERIFY(!means.contains("decoder.0.self.1.first"));
    }
};

REGARD_TEST(TestTrainingData)
#include "test_training_data.moc"
