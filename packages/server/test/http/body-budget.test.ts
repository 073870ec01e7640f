import { expect, it } from 'vitest'
import { type AppError } from '../../src/errors.ts'
import { createBodyBudget } from '../../src/http/body-budget.ts'

/** A budget, and bodies that note what is asked of them. */
function open(maxBytes: number) {
  const budget = createBodyBudget(maxBytes)
  return () => {
    const asked: string[] = []
    const held = budget.open({
      pause: () => asked.push('pause'),
      resume: () => asked.push('resume'),
      refuse: ({ code }: AppError) => asked.push(code),
    })
    return { ...held, asked }
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('pauses bodies beyond the budget but the oldest, until another one is worked on', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(60)
  second.add(60)
  first.add(60)
  third.add(10)
  expect([first.asked, second.asked, third.asked]).toEqual([[], ['pause'], ['pause']])
  first.complete()
  expect(second.asked).toEqual(['pause', 'resume'])
  first.release()
  expect(third.asked).toEqual(['pause', 'resume'])
})

it('counts a body until it is worked on, not only until it has come', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(101)
  first.complete()
  second.add(1)
  third.add(1)
  expect(third.asked).toEqual(['pause'])
  first.release()
  expect(third.asked).toEqual(['pause', 'resume'])
})

it('refuses a body beyond twice the budget, and gives back what it held', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(150)
  second.add(60)
  expect(second.asked).toEqual(['UNAVAILABLE'])
  first.release()
  third.add(90)
  expect(third.asked).toEqual([])
})

it('lets bodies expand in turn, a third of the budget at once, and refuses who would wait as the 201st', async () => {
  const body = open(300)
  const begun: number[] = []
  const bodies = Array.from({ length: 202 }, (_, index) => {
    const held = body()
    held.add(1)
    held.complete()
    const expanded = held.expand(60).then(
      () => void begun.push(index),
      (error: AppError) => error.code,
    )
    return { ...held, expanded }
  })
  expect(await bodies[201]!.expanded).toBe('UNAVAILABLE')
  expect(begun).toEqual([0])
  bodies[0]!.release()
  await settled()
  expect(begun).toEqual([0, 1])
  // One that is larger than all of it goes alone.
  const large = body()
  large.complete()
  for (let index = 1; index < 201; index++) {
    bodies[index]!.release()
    await bodies[index]!.expanded
  }
  await large.expand(1_000)
  expect(begun.length).toBe(201)
})

it('gives back what a body held once, however often it is released', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(90)
  second.add(90)
  first.release()
  first.release()
  third.add(30)
  expect(third.asked).toEqual(['pause'])
})
