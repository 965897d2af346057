// @vitest-environment node
import { expect, test } from 'vitest'
import { clearOf } from './toast-place.ts'

test('a toast moves above the buttons it would cover, and stays where it covers none', () => {
  expect(clearOf([{ top: 100, bottom: 150 }], 60, 640, 88)).toBe(88)
  // From 492 to 552 without moving.
  expect(clearOf([{ top: 500, bottom: 550 }], 60, 640, 88)).toBe(140)
  expect(
    clearOf(
      [
        { top: 500, bottom: 550 },
        { top: 445, bottom: 490 },
      ],
      60,
      640,
      88,
    ),
  ).toBe(195)
})

test('where buttons fill the window it stays at the bottom', () => {
  expect(clearOf([{ top: 0, bottom: 640 }], 60, 640, 88)).toBe(88)
})
