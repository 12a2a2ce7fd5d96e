#include <cmath>

#include <QtTest>

#include "engine/base/errors.h"
#include "test_class.h"
#include "trained_cases.h"
#include "training/optimizer/adam.h"
#include "training/optimizer/schedule.h"
#include "training/optimizer/training_options.h"

using namespace regard;

/// Closed forms of schedules, clipping and one step.
class OptimizerTest : public QObject {
    Q_OBJECT

private slots:
    void rates()
    {
        const RateRule constant{Schedule::Constant, 0.5, 10, 100};
        QCOMPARE(rateAt(constant, 1), 0.05);
        QCOMPARE(rateAt(constant, 10), 0.5);
        QCOMPARE(rateAt(constant, 5000), 0.5);
        const RateRule cosine{Schedule::Cosine, 2, 20, 120};
        QCOMPARE(rateAt(cosine, 5), 0.5);
        QCOMPARE(rateAt(cosine, 20), 2.0);
        QCOMPARE(rateAt(cosine, 70), 1.0);
        QCOMPARE(rateAt(cosine, 120), 0.0);
        QCOMPARE(rateAt(cosine, 130), 0.0);
        // Vaswani et al. 2017, equation 3, at the end of the warm-up: (d_model · warm-up)^−0.5.
        const RateRule root{Schedule::InverseRoot, 1, 4000, 100000, 512};
        QCOMPARE(rateAt(root, 4000), 1 / std::sqrt(512.0 * 4000));
        QCOMPARE(rateAt(root, 1000), rateAt(root, 4000) / 4);
        QCOMPARE(rateAt(root, 16000), rateAt(root, 4000) / 2);
    }

    /// Kingma & Ba 2015: whatever the gradient, the first step is one learning rate long.
    void firstStep()
    {
        const Model model = trainedCase("step", smallConfig()).model;
        const ParameterTable table(model);
        std::vector<float> weights = numbersOf(table, model);
        const std::vector<float> before = weights;
        std::vector<float> gradient(table.size());
        for (std::size_t i = 0; i < gradient.size(); ++i)
            gradient[i] = i % 2 == 0 ? 3.0F : -0.5F;
        AdamRule rule;
        rule.clip = 0;
        rule.decay = 0.1;
        rule.locked = {"decoder.0.self.w_k"};
        Moments moments;
        adamStep(table, rule, 0.01, gradient, gradientNorm(table, rule, gradient), weights, moments);
        for (const Parameter &parameter : table.all())
            for (std::size_t i = parameter.offset; i < parameter.offset + parameter.size(); ++i) {
                const bool isLocked = parameter.name == "decoder.0.self.w_k";
                const double kept = decays(parameter) ? 1 - 0.01 * 0.1 : 1.0;
                const double expected = isLocked ? double(before[i]) : before[i] * kept - (i % 2 == 0 ? 0.01 : -0.01);
                QVERIFY2(std::abs(double(weights[i]) - expected) < 1e-6, parameter.name.c_str());
            }
        QVERIFY(decays(*table.find("output.w")));
        for (const char *name : {"embedding", "position", "decoder.0.self.b_q", "output.b"})
            QVERIFY2(!decays(*table.find(name)), name);
    }

    /// A gradient of norm 10 is a tenth after clipping to 1.
    void clipping()
    {
        const Model model = trainedCase("clip", smallConfig()).model;
        const ParameterTable table(model);
        std::vector<float> weights = numbersOf(table, model);
        std::vector<float> gradient(table.size(), 0);
        gradient[3] = 6;
        gradient[7] = 8;
        const AdamRule rule;
        const double norm = gradientNorm(table, rule, gradient);
        QCOMPARE(norm, 10.0);
        Moments moments;
        adamStep(table, rule, 0.01, gradient, norm, weights, moments);
        QVERIFY(std::abs(moments.first[3] - 0.1F * 0.6F) < 1e-6F);
        QVERIFY(std::abs(moments.second[7] - 0.02F * 0.64F) < 1e-6F);
        QCOMPARE(moments.first[4], 0.0F);
    }

    void refusesOptions_data()
    {
        QTest::addColumn<int>("wrong");
        QTest::addColumn<QString>("said");
        QTest::newRow("rate") << 0 << "the learning rate is 0.0,";
        QTest::newRow("batch") << 1 << "the batch is 0 sentences";
        QTest::newRow("dropout") << 2 << "the dropout is 1.0,";
        QTest::newRow("smoothing") << 3 << "the label smoothing is -0.1,";
        QTest::newRow("beta") << 4 << "β2 is 1.5,";
        QTest::newRow("steps") << 5 << "the steps are 0,";
    }

    void refusesOptions()
    {
        QFETCH(int, wrong);
        QFETCH(QString, said);
        TrainingOptions options;
        checkOptions(options);
        checkOptions(vaswaniOptions(512));
        if (wrong == 0)
            options.rate.rate = 0;
        else if (wrong == 1)
            options.batch = 0;
        else if (wrong == 2)
            options.dropout = 1;
        else if (wrong == 3)
            options.smoothing = -0.1;
        else if (wrong == 4)
            options.adam.beta2 = 1.5;
        else
            options.rate.steps = 0;
        try {
            checkOptions(options);
            QFAIL("not refused");
        } catch (const ConfigError &error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(said), error.what());
        }
    }
};

REGARD_GUILESS_TEST(OptimizerTest)
#include "test_optimizer.moc"
