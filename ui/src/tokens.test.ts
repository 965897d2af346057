// Contrast of every text and control in both themes (WCAG 2.2), computed from tokens.css itself.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAPER, themeSnippet } from './theme.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type ThemeName = 'light' | 'dark'

function colour(name: string, theme: ThemeName): string {
  const pair = new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css)
  const single = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(css)
  const found = pair ? pair[theme === 'light' ? 1 : 2] : single?.[1]
  if (!found) throw new Error(`no token ${name}`)
  return found
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

const texts = [
  ['ink', 'paper'],
  ['ink', 'surface'],
  ['ink', 'action-soft'],
  ['ink', 'track'],
  ['quiet', 'paper'],
  ['quiet', 'surface'],
  ['quiet', 'action-soft'],
  ['action', 'paper'],
  ['action', 'surface'],
  ['action', 'action-soft'],
  ['action-press', 'surface'],
  ['on-action', 'action'],
  ['on-action', 'action-press'],
  ['award', 'paper'],
  ['award', 'surface'],
  ['award', 'award-soft'],
  ['loss', 'paper'],
  ['loss', 'surface'],
  ['loss', 'loss-soft'],
] as const

const controls = [
  ['control', 'paper'],
  ['control', 'surface'],
  ['action', 'track'],
  ['action', 'paper'],
  ['action', 'surface'],
  ['quiet', 'track'],
] as const

for (const theme of ['light', 'dark'] as const) {
  test.each(texts)(`text %s on %s is at least 4.5 : 1 when ${theme}`, (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })
  test.each(controls)(`control %s on %s is at least 3 : 1 when ${theme}`, (edge, ground) => {
    expect(contrast(colour(edge, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })
}

test('control: the contrast of black on white is 21 : 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
})

test('the browser’s theme-color is the paper token, in the inline snippet too', () => {
  expect(PAPER).toEqual({ light: colour('paper', 'light'), dark: colour('paper', 'dark') })
  expect(themeSnippet).toContain(PAPER.dark)
})
