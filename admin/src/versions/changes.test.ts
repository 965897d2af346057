import { expect, test } from 'vitest'
import { changesOf, linesOf } from './changes.ts'

test('only facts that differ are told, those that are gone at the end', () => {
  expect(changesOf({ fee: '10', title: 'A', old: 'x' }, { title: 'B', fee: '10', more: 'y' })).toEqual([
    { name: 'title', before: 'A', after: 'B' },
    { name: 'more', before: '', after: 'y' },
    { name: 'old', before: 'x', after: '' },
  ])
})

test('a text keeps the lines that stayed, once and in order', () => {
  expect(linesOf('a\nb\nc', 'a\nx\nc\nd').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'gone b',
    'new x',
    'same c',
    'new d',
  ])
  expect(linesOf('a', 'a')).toEqual([{ kind: 'same', text: 'a', no: 0 }])
})
