/**
 * How good a ranking is: 1 when the best documents come first, in order; 0 when none of the first `depth` is relevant.
 * Gain 2^grade - 1, discounted by the logarithm of the place (Järvelin and Kekäläinen, TOIS 2002).
 */
export function ndcg(
  ranking: readonly string[],
  grades: Readonly<Record<string, number>>,
  depth = 10,
): number {
  const gain = (list: readonly number[]) =>
    list.slice(0, depth).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
  const ideal = gain(Object.values(grades).toSorted((left, right) => right - left))
  return ideal === 0 ? 0 : gain(ranking.map((id) => grades[id] ?? 0)) / ideal
}
