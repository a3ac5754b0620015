"""Tensors as arguments of pandas, matplotlib and scikit-learn."""
import importlib
import io
import os

import ctensor as ct
import numpy as np
import pytest


def needed(name):
    """Imports the module. Without it, the test is skipped, or fails if CT_REQUIRE_ALL is set."""
    return importlib.import_module(name) if os.environ.get('CT_REQUIRE_ALL') == '1' else pytest.importorskip(name)


def test_pandas():
    pd = needed('pandas')
    t = ct.arange(6.)
    assert pd.Series(t).tolist() == t.tolist() and pd.Series(t).dtype == np.float32
    assert pd.Index(ct.arange(3)).tolist() == [0, 1, 2]
    frame = pd.DataFrame(t.reshape(3, 2), columns=['a', 'b'])
    assert frame['b'].tolist() == [1, 3, 5]
    assert pd.DataFrame({'a': t, 'b': t * 2})['b'].tolist() == (t * 2).tolist()
    frame['c'] = ct.tensor([7, 8, 9])
    assert frame['c'].dtype == np.int64 and frame['c'].sum() == 24
    assert (frame['a'] + ct.tensor([1., 2., 3.])).tolist() == [1, 4, 7]
    assert frame.iloc[ct.tensor([2, 0])]['a'].tolist() == [4, 0]
    assert len(pd.cut(t, 3).categories) == 3
    assert ct.asarray(frame['a']).tolist() == [0, 2, 4] and ct.asarray(frame[['a', 'b']]).shape == (3, 2)


def test_matplotlib():
    matplotlib = needed('matplotlib')
    matplotlib.use('Agg')
    pyplot = importlib.import_module('matplotlib.pyplot')
    figure, axes = pyplot.subplots()
    x, image = ct.linspace(0, 1, 5), ct.Rng(1).uniform((4, 5))
    line, = axes.plot(x, x * x)
    assert np.asarray(line.get_ydata()).tolist() == (x * x).tolist()
    bars = axes.bar(ct.arange(3), ct.tensor([1., 5., 2.]))
    assert [float(bar.get_height()) for bar in bars] == [1, 5, 2]
    assert np.array_equal(axes.imshow(image).get_array(), image.numpy())
    assert axes.imshow((ct.Rng(1).uniform((4, 5, 3)) * 255).to('uint8')).get_array().shape == (4, 5, 3)
    axes.scatter(x, x, c=x, s=x)
    counts, _, _ = axes.hist(ct.Rng(1).normal(100), bins=5)
    assert sum(counts) == 100
    for draw in (axes.contourf, axes.pcolormesh):
        draw(image)
    axes.fill_between(x, x, x * 2)
    axes.errorbar(x, x, yerr=x)
    figure.savefig(io.BytesIO())
    pyplot.close(figure)


def test_scikit_learn():
    sklearn = needed('sklearn')
    decomposition, linear_model, metrics, preprocessing = (
        importlib.import_module(f'sklearn.{name}') for name in ('decomposition', 'linear_model', 'metrics', 'preprocessing'))
    x = ct.Rng(3).normal((60, 4), 1, 2, 'float64')
    y = x @ ct.tensor([1, 2, -1, 0.5], 'float64')
    model = linear_model.LinearRegression().fit(x, y)
    assert np.allclose(model.coef_, [1, 2, -1, 0.5])
    dispatched = [
        lambda x, y: preprocessing.StandardScaler().fit_transform(x),
        lambda x, y: preprocessing.MinMaxScaler().fit_transform(x),
        lambda x, y: preprocessing.MaxAbsScaler().fit_transform(x),
        lambda x, y: preprocessing.Normalizer().fit_transform(x),
        lambda x, y: metrics.pairwise.cosine_similarity(x),
        lambda x, y: metrics.pairwise.euclidean_distances(x),
    ]
    if hasattr(ct.xp, 'linalg'):
        dispatched += [
            lambda x, y: abs(decomposition.PCA(2, svd_solver='full').fit_transform(x)),
            lambda x, y: linear_model.Ridge(solver='svd').fit(x, y).predict(x),
        ]
    numbers = [
        lambda x, y: metrics.mean_squared_error(y, y * 1.5), lambda x, y: metrics.r2_score(y, y * 1.1),
        lambda x, y: metrics.mean_absolute_error(y, y + 1), lambda x, y: metrics.accuracy_score(y > 0, y > 1),
    ]
    with sklearn.config_context(array_api_dispatch=True):
        for call in dispatched + numbers:
            made, wanted = call(x, y), call(x.numpy(), y.numpy())
            assert isinstance(made, ct.Tensor if call in dispatched else float)
            np.testing.assert_allclose(np.asarray(made), wanted, 1e-5, 1e-6)
