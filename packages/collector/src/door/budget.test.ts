import { describe, expect, test } from 'vitest'
import { createBudget } from './budget.ts'

const MiB = 2 ** 20

describe('memory for bodies', () => {
  test('a client alone gets half of it, so that the next one finds room', () => {
    const budget = createBudget(64 * MiB)
    const many = Array.from({ length: 14 }, () => budget.claim('one'))
    expect(many.filter((claim) => claim.takes(5 * MiB)).length).toBe(6)
    expect(budget.claim('two').takes(5 * MiB)).toBe(true)
  })

  test('what is refused is not held, and what is released is free again', () => {
    const budget = createBudget(64 * MiB)
    const claim = budget.claim('one')
    expect([claim.takes(30 * MiB), claim.takes(30 * MiB), claim.takes(2 * MiB)]).toEqual([true, false, true])
    claim.release()
    claim.release()
    expect(budget.claim('one').takes(32 * MiB)).toBe(true)
  })

  test('what all clients hold is known', () => {
    const budget = createBudget(64 * MiB)
    const [one, two] = [budget.claim('one'), budget.claim('two')]
    one.takes(3)
    two.takes(4)
    expect(budget.held()).toBe(7)
    one.release()
    two.release()
    expect(budget.held()).toBe(0)
  })

  test('the bytes of all requests of a client count together, whatever each of them has', () => {
    const budget = createBudget(1_000)
    const claims = Array.from({ length: 10 }, () => budget.claim('one'))
    expect(claims.map((claim) => claim.takes(100)).filter(Boolean).length).toBe(5)
    claims[0]?.release()
    expect([claims[9]?.takes(100), claims[8]?.takes(100)]).toEqual([true, false])
  })

  test('many clients with small batches leave room for a large one', () => {
    const budget = createBudget(64 * MiB)
    for (let number = 0; number < 1_000; number += 1) budget.claim(`client ${number}`).takes(20_000)
    expect(budget.claim('a page').takes(5 * MiB)).toBe(true)
  })

  test('a thousand clients that take what they get leave room for small batches, and hold no more than twice the budget', () => {
    const budget = createBudget(64 * MiB)
    let held = 0
    for (let number = 0; number < 1_000; number += 1) {
      const claim = budget.claim(`client ${number}`)
      for (let bytes = 4 * MiB; bytes > 64 * 1024; bytes /= 2) while (claim.takes(bytes)) held += bytes
    }
    expect(held).toBeLessThanOrEqual(128 * MiB)
    expect(budget.claim('a page').takes(20_000)).toBe(true)
  })
})
