/** The known name with the smallest edit distance: the likely meaning of a typo. */
export function nearest(name: string, known: readonly string[]): string {
  const scored = known.map((candidate) => ({
    candidate,
    distance: editDistance(name.toUpperCase(), candidate.toUpperCase()),
  }))
  scored.sort((left, right) => left.distance - right.distance)
  return scored[0]?.candidate ?? ''
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}
