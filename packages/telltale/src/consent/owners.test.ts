import { describe, expect, it } from 'vitest'
import { createOwners } from './owners.ts'

/** A page on which a visitor is, who has this name if one is given. */
function openPage(visitor?: string) {
  const owners = createOwners()
  owners.follow('', false)
  owners.meet(visitor)
  return owners
}

describe('while it is not known who is signed in', () => {
  it('nobody is present, and an event without an identity has no owner', () => {
    const owners = createOwners()
    expect([owners.present(), owners.holder(), owners.of(undefined)]).toEqual([undefined, undefined, undefined])
  })

  it('an event of a person is that of the person', () => {
    expect(createOwners().of({ id: 'ida' })).toBe('ida')
  })

  it('events of two visitors have two owners', () => {
    const owners = createOwners()
    expect(owners.of({ visitor: 'a' })).not.toBe(owners.of({ visitor: 'b' }))
  })
})

describe('a visitor', () => {
  it('is present, and has the events of the visitor', () => {
    const owners = openPage('a')
    expect(owners.isVisitor(owners.present())).toBe(true)
    expect(owners.of({ visitor: 'a' })).toBe(owners.present())
    expect(owners.of(undefined)).toBe(owners.present())
  })

  it('is no person, and a person is no visitor', () => {
    const owners = openPage('ida')
    expect(owners.present()).not.toBe('ida')
    expect([owners.isVisitor('ida'), owners.isVisitor(''), owners.isVisitor(undefined)]).toEqual([false, false, false])
  })

  it('is kept by the browser under one name, and a person under the id', () => {
    const owners = openPage('a')
    expect([owners.holderOf(owners.present() ?? ''), owners.holderOf('ida')]).toEqual(['', 'ida'])
  })

  it('has the events that name no visitor', () => {
    const owners = openPage('a')
    expect(owners.of({})).toBe(owners.present())
    expect(owners.of({ visitor: '' })).toBe(owners.present())
  })

  it('has the events of visitors whom earlier pages have named differently', () => {
    expect(openPage('a').of({ visitor: 'b' })).toBe(openPage('a').present())
  })

  it('is not replaced by a person who was here before while it is not known who is signed in', () => {
    const owners = openPage('a')
    owners.follow('ida', false)
    owners.inherit('ida')
    owners.follow('', false)
    owners.meet('b')
    const visitor = owners.present()
    owners.follow(undefined, false)
    expect(owners.of({ visitor: 'b' })).toBe(visitor)
  })

  it('without a name has the events that name no visitor, also while it is not known who is signed in', () => {
    const owners = openPage()
    const visitor = owners.present()
    owners.follow(undefined, false)
    expect(owners.of({})).toBe(visitor)
  })

  it('who is met again is the same one', () => {
    const owners = openPage('a')
    owners.meet('a')
    expect(owners.of({ visitor: 'a' })).toBe(owners.present())
  })

  it('who gets another name is the same one', () => {
    const owners = openPage('a')
    owners.meet('b')
    owners.follow('ida', false)
    expect([owners.of({ visitor: 'a' }), owners.of({ visitor: 'b' })]).toEqual(['ida', 'ida'])
  })

  it('who gets an earlier name again is the same one', () => {
    const owners = openPage('a')
    owners.meet('b')
    owners.meet('a')
    expect([owners.of({ visitor: 'a' }), owners.of({ visitor: 'b' })]).toEqual([owners.present(), owners.present()])
    owners.follow('ida', false)
    expect([owners.of({ visitor: 'a' }), owners.of({ visitor: 'b' })]).toEqual(['ida', 'ida'])
  })
})

describe('a visitor who signs in', () => {
  it('is the person, in events with the name of the visitor and in those without one', () => {
    const owners = openPage('a')
    expect(owners.follow('ida', false)).toBe(true)
    expect([owners.present(), owners.holder()]).toEqual(['ida', 'ida'])
    expect([owners.of({ visitor: 'a' }), owners.of({}), owners.of(undefined)]).toEqual(['ida', 'ida', 'ida'])
  })

  it('without a name is the person, too', () => {
    const owners = openPage()
    owners.follow('ida', false)
    expect(owners.of({})).toBe('ida')
  })

  it('is the person after a time in which it is not known who is here', () => {
    const owners = openPage('a')
    expect(owners.follow(undefined, false)).toBe(false)
    expect([owners.present(), owners.holder()]).toEqual([undefined, undefined])
    expect(owners.follow('ida', false)).toBe(true)
    expect(owners.of({ visitor: 'a' })).toBe('ida')
  })

  it('stays the person when another visitor comes', () => {
    const owners = openPage('a')
    owners.follow('ida', false)
    owners.follow('', false)
    owners.meet('b')
    expect(owners.of({ visitor: 'a' })).toBe('ida')
    expect([owners.of({ visitor: 'b' }), owners.of({})]).toEqual([owners.present(), owners.present()])
    owners.follow('otto', false)
    expect([owners.of({ visitor: 'a' }), owners.of({ visitor: 'b' })]).toEqual(['ida', 'otto'])
  })

  it('is a visitor again when the browser has the same one after the sign-out', () => {
    const owners = openPage('a')
    owners.follow('ida', false)
    owners.follow('', false)
    owners.meet('a')
    expect(owners.of({ visitor: 'a' })).toBe(owners.present())
    expect(owners.isVisitor(owners.present())).toBe(true)
  })

  it('is not the person who is somebody else', () => {
    const owners = openPage('a')
    const visitor = owners.present()
    expect(owners.follow('otto', true)).toBe(true)
    expect(owners.of({ visitor: 'a' })).toBe(visitor)
    expect(owners.isVisitor(owners.of({}))).toBe(true)
    expect(owners.of({})).not.toBe(visitor)
  })

  it('decides for the visitors of earlier pages if they are inherited, and only then', () => {
    const owners = openPage('a')
    owners.follow('ida', false)
    expect(owners.isVisitor(owners.of({ visitor: 'b' }))).toBe(true)
    owners.inherit('ida')
    expect(owners.of({ visitor: 'b' })).toBe('ida')
  })
})

describe('a person who follows another one', () => {
  it('has not signed in as a visitor, and has none of its events', () => {
    const owners = openPage('a')
    owners.follow('ida', false)
    expect(owners.follow('otto', false)).toBe(false)
    expect([owners.present(), owners.of({ visitor: 'a' }), owners.of({})]).toEqual(['otto', 'ida', 'ida'])
  })

  it('is not the visitor of before the first one', () => {
    const owners = createOwners()
    expect(owners.follow('ida', false)).toBe(false)
    expect(owners.isVisitor(owners.of({}))).toBe(true)
  })
})

it('the persons who have been here are known, each of them once, and no visitor', () => {
  const owners = openPage('a')
  for (const id of ['ida', '', undefined, 'otto', 'ida']) owners.follow(id, false)
  expect(owners.seen()).toEqual(['ida', 'otto'])
})

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
