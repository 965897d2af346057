// What the tests need of a browser engine, independent of the protocol, and a user's few actions: look for a text,
// press, type. Pointer and keys are the engine's own; elements are found by accessible name.
import { setTimeout as sleep } from 'node:timers/promises'

/** A sequence of W3C WebDriver "actions"; WebDriver BiDi accepts the same. */
export type Actions = readonly object[]

export interface Engine {
  /** The browser's name with its version. */
  readonly name: string
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page, awaits it, and returns the value through JSON. */
  evaluate<T>(expression: string): Promise<T>
  perform(actions: Actions): Promise<void>
  close(): Promise<void>
}

/** How to start an engine, and what must be installed for it. */
export interface EngineKind {
  readonly label: string
  /** What is missing on this machine; empty if it can start. */
  missing(): string[]
  start(): Promise<Engine>
}

const WITHIN_MS = 20_000
const PRESSED_AGAIN_MS = 4000
const SELECT_ALL = [
  { type: 'keyDown', value: '\uE009' },
  { type: 'keyDown', value: 'a' },
  { type: 'keyUp', value: 'a' },
  { type: 'keyUp', value: '\uE009' },
]

/**
 * Evaluated in the page: all visible elements and their accessible names. The topmost dialog hides what is behind it.
 */
const FINDERS = `
  const seen = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden'
  const open = [...document.querySelectorAll('dialog[open]')].at(-1)
  const within = open ?? document.body
  const words = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const nameOf = (node) => words(node.getAttribute('aria-label')) ||
    words(node.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ')) ||
    words([...(node.labels ?? [])].map((label) => label.textContent).join(' ')) || words(node.innerText)
  const matches = (text, wanted) => wanted instanceof RegExp ? wanted.test(text) : text === wanted
  const all = (selector, wanted) => [...within.querySelectorAll(selector)].filter((node) => seen(node) && matches(nameOf(node), wanted))
`
const PRESSED =
  'button, a[href], [role=tab], [role=button], summary, label, input[type=checkbox], input[type=radio]'
const FILLED = 'input, textarea, select'
const asCode = (expected: string | RegExp) =>
  typeof expected === 'string' ? JSON.stringify(expected) : String(expected)

export class Person {
  readonly engine: Engine
  constructor(engine: Engine) {
    this.engine = engine
  }

  goto = (url: string) => this.engine.goto(url)
  evaluate = <T>(expression: string) => this.engine.evaluate<T>(expression)

  /** The first value of this expression that is neither null, undefined nor false. */
  async until<T>(what: string, expression: string): Promise<T> {
    const late = performance.now() + WITHIN_MS
    let trouble = ''
    for (;;) {
      // Evaluation fails while the page is being unloaded.
      const value = await this.engine.evaluate<T | null | false>(expression).catch((error: unknown) => {
        trouble = `; ${String(error)}`
        return null
      })
      if (value !== null && value !== undefined && value !== false) return value
      if (performance.now() > late)
        throw new Error(`${what} did not come; the page says: ${await this.#text()}${trouble}`)
      await sleep(100)
    }
  }

  async see(text: string | RegExp): Promise<void> {
    await this.until(
      `“${String(text)}”`,
      `(() => { const text = document.body.innerText.replace(/\\s+/g, ' '), wanted = ${asCode(text)};
        return wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted) })()`,
    )
  }

  /** Presses the element with this name, once it is enabled. */
  async press(name: string | RegExp): Promise<void> {
    await this.#point(`a button “${String(name)}”`, PRESSED, name)
  }

  /** Presses until the condition holds: a screen that has just appeared may re-render under the pointer. */
  async pressUntil<T>(name: string | RegExp, what: string, expression: string): Promise<T> {
    await this.press(name)
    const late = performance.now() + PRESSED_AGAIN_MS
    while (performance.now() < late) {
      const value = await this.engine.evaluate<T | null | false>(expression).catch(() => null)
      if (value !== null && value !== undefined && value !== false) return value
      await sleep(100)
    }
    if (
      await this.evaluate<boolean>(
        `(() => { ${FINDERS} return all(${JSON.stringify(PRESSED)}, ${asCode(name)}).length > 0 })()`,
      )
    )
      await this.press(name)
    return await this.until(what, expression)
  }

  /** Replaces the text of the field with this label. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.engine.evaluate('(globalThis.fieldBefore = document.activeElement, true)')
    await this.#point(`a field “${String(label)}”`, FILLED, label)
    // A headless window may not have the focus, so that leaving a field fires no event: fire it here.
    await this.engine.evaluate(
      `(document.hasFocus() || fieldBefore === document.activeElement || fieldBefore.dispatchEvent(new FocusEvent('focusout', { bubbles: true })), true)`,
    )
    const keys = Array.from(text, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat()
    await this.engine.perform([{ type: 'key', id: 'keyboard', actions: [...SELECT_ALL, ...keys] }])
    await this.until(
      `“${text}” in ${String(label)}`,
      `document.activeElement?.value === ${JSON.stringify(text)}`,
    )
  }

  /** Selects in the first select; its popup belongs to the system, not to the page. */
  async choose(value: string): Promise<void> {
    await this.until('a list of choices', `!!document.querySelector('select')`)
    await this.engine.evaluate(`(() => {
      const list = document.querySelector('select')
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, ${JSON.stringify(value)})
      list.dispatchEvent(new Event('change', { bubbles: true }))
      return true
    })()`)
  }

  /** Sets this file on the file input, as the system's dialog would. */
  async chooseFile(file: Buffer, name: string, type: string): Promise<void> {
    await this.until('a field for a file', `!!document.querySelector('input[type=file]')`)
    await this.engine.evaluate(`(() => {
      const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (letter) => letter.charCodeAt(0))
      const chosen = new DataTransfer()
      chosen.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }))
      const field = document.querySelector('input[type=file]')
      field.files = chosen.files
      field.dispatchEvent(new Event('change', { bubbles: true }))
      return true
    })()`)
  }

  async #point(what: string, selector: string, name: string | RegExp): Promise<void> {
    // Waits until the position is stable: pressing during a layout would miss.
    const { x, y } = await this.until<{ x: number; y: number }>(
      what,
      `(async () => { ${FINDERS}
        const [node] = all(${JSON.stringify(selector)}, ${asCode(name)}).filter((one) => !one.disabled && one.ariaBusy !== 'true')
        if (!node) return null
        node.scrollIntoView({ block: 'center', behavior: 'instant' })
        const place = () => { const { x, y, width, height } = node.getBoundingClientRect(); return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) } }
        const before = place()
        await new Promise((resolve) => setTimeout(resolve, 60))
        const { x, y } = place()
        const hit = document.elementFromPoint(x, y)
        return node.isConnected && x === before.x && y === before.y && (node.contains(hit) || hit?.contains(node)) ? { x, y } : null
      })()`,
    )
    await this.engine.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  async #text(): Promise<string> {
    return await this.engine
      .evaluate<string>(
        `location.pathname + ': ' + document.body.innerText.replace(/\\s+/g, ' ').slice(0, 600)`,
      )
      .catch(() => 'nothing')
  }
}
