/** Results in the order of the items, with a limited number of concurrent calls. Rejects with the first failure. */
export async function inParallel<Item, Result>(
  width: number,
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = Array.from({ length: items.length })
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++
      results[index] = await run(items[index]!)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
