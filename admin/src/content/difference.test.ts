import { expect, test } from 'vitest'
import { changesOf, linesOf } from './difference.ts'

test('only changed properties are listed, removed ones last', () => {
  expect(changesOf({ fee: '10', title: 'A', old: 'x' }, { title: 'B', fee: '10', more: 'y' })).toEqual([
    { name: 'title', before: 'A', after: 'B' },
    { name: 'more', before: '', after: 'y' },
    { name: 'old', before: 'x', after: '' },
  ])
})

test('unchanged lines of a text appear once and in order', () => {
  expect(linesOf('a\nb\nc', 'a\nx\nc\nd').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'gone b',
    'new x',
    'same c',
    'new d',
  ])
  expect(linesOf('a', 'a')).toEqual([{ kind: 'same', text: 'a', no: 0 }])
})
