import { describe, expect, it } from 'vitest'
import { createOwners } from './owners.ts'

describe('a visitor whom another page has called differently', () => {
  it('is not the person who took over the decision of an earlier visitor', () => {
    const owners = createOwners()
    owners.follow('', false)
    owners.meet('visitor-1')
    owners.follow('otto', false)
    owners.inherit('otto')
    owners.follow('', false)
    owners.meet('visitor-2')
    owners.follow('ida', false)
    expect(owners.of({ visitor: 'visitor-2' })).toBe('ida')
    expect(owners.of({ visitor: 'visitor-2 in another page' })).not.toBe('otto')
    expect(owners.of({ visitor: 'visitor-1' })).toBe('otto')
  })
})
