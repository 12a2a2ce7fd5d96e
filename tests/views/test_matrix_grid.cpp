#include <QTest>

#include <cmath>
#include <limits>

#include "draw/matrix_grid.h"
#include "test_class.h"

using namespace regard;

/// A large matrix in few cells.
class TestMatrixGrid : public QObject {
    Q_OBJECT
private slots:
    void everyCellIsItself()
    {
        const Matrix values{{1, -7, 3}, {0, 2, -4}};
        const MatrixGrid grid(values, 2, 3);
        for (Eigen::Index row = 0; row < 2; ++row)
            for (Eigen::Index column = 0; column < 3; ++column)
                QCOMPARE(grid.at(row, column), double(values(row, column)));
        QCOMPARE(grid.limit(), 7.0);
    }

    void sharedCellsShowTheStrongest()
    {
        const Matrix values{{1, -2, 5, 0}, {0.5F, 1, -3, 6}, {0, 0, -8, 8}};
        const MatrixGrid grid(values, 1, 2);
        QCOMPARE(grid.at(0, 0), -2.0);
        QCOMPARE(grid.at(0, 1), -8.0); // the first of two that are as strong
        QCOMPARE(grid.limit(), 8.0);
    }

    void forbiddenOnesGiveWay()
    {
        const float none = -std::numeric_limits<float>::infinity();
        const MatrixGrid grid(Matrix{{none, 2, none, none}}, 1, 2);
        QCOMPARE(grid.at(0, 0), 2.0);
        QVERIFY(std::isinf(grid.at(0, 1)));
        QCOMPARE(grid.limit(), 2.0);
    }

    void whatIsNoNumberGivesWayToAll()
    {
        const float nothing = std::numeric_limits<float>::quiet_NaN();
        const float most = std::numeric_limits<float>::infinity();
        const MatrixGrid grid(Matrix{{nothing, 2, nothing, nothing, most, nothing, most, -most}}, 1, 4);
        QCOMPARE(grid.at(0, 0), 2.0);
        QVERIFY(std::isnan(grid.at(0, 1)));
        QCOMPARE(grid.at(0, 2), double(most));
        QCOMPARE(grid.at(0, 3), double(-most));
        QCOMPARE(grid.limit(), 2.0);
    }

    void nothingLeavesTheColoursAlone()
    {
        QCOMPARE(MatrixGrid(Matrix::Zero(4, 4), 2, 2).limit(), 1.0);
        const float none = -std::numeric_limits<float>::infinity();
        QCOMPARE(MatrixGrid(Matrix::Constant(2, 2, none), 2, 2).limit(), 1.0);
    }

    void noNumberIsLost()
    {
        // One strong number after the other: each shows in some cell, whatever the sizes.
        for (Eigen::Index place = 0; place < 7 * 5; ++place) {
            Matrix values = Matrix::Constant(7, 5, 0.5F);
            values(place / 5, place % 5) = -9;
            const MatrixGrid grid(values, 3, 2);
            int found = 0;
            for (Eigen::Index row = 0; row < 3; ++row)
                for (Eigen::Index column = 0; column < 2; ++column)
                    found += grid.at(row, column) == -9 ? 1 : 0;
            QCOMPARE(found, 1);
        }
    }
};

REGARD_GUILESS_TEST(TestMatrixGrid)
#include "test_matrix_grid.moc"
