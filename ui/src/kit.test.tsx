// Accessibility of the components, checked on server-rendered markup: names, states and errors.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Anchor, AnchorProvider } from './Anchor.tsx'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'
import { Field } from './Field.tsx'
import Gallery from './gallery/Gallery.tsx'
import { Icon } from './Icon.tsx'
import { Menu } from './Menu.tsx'
import { Money } from './Money.tsx'
import { Ring } from './Ring.tsx'
import { Tabs } from './Tabs.tsx'

test('the whole gallery renders without a browser', () => {
  const html = renderToStaticMarkup(<Gallery />)
  expect(html).toContain('1\u00a0284,50')
  expect(html).toContain('role="tablist"')
})

test('a ring has an accessible name and value, and without a name is decorative', () => {
  const named = renderToStaticMarkup(<Ring value={37} max={50} label="Verified visits" />)
  expect(named).toMatch(
    /role="progressbar" aria-label="Verified visits" aria-valuemin="0" aria-valuemax="50" aria-valuenow="37"/,
  )
  const plain = renderToStaticMarkup(<Ring value={37} max={50} />)
  expect(plain).toContain('aria-hidden="true"')
  expect(plain).not.toContain('progressbar')
})

test('an empty ring shows no dot, and one above its target is just full', () => {
  expect(renderToStaticMarkup(<Ring value={0} max={50} />)).toContain('stroke-linecap="butt"')
  expect(renderToStaticMarkup(<Ring value={0} max={0} />)).toContain('stroke-linecap="butt"')
  expect(renderToStaticMarkup(<Ring value={80} max={50} />)).toContain('stroke-dashoffset="0"')
})

test('a date is shown as dd-MM-yyyy in a labelled text field, whatever the browser’s language', () => {
  const html = renderToStaticMarkup(
    <DateField
      label="From"
      value="2026-11-03"
      onChange={() => undefined}
      pattern="dd-mm-yyyy"
      pickLabel="From: open the calendar"
      refusal="Enter a date"
    />,
  )
  expect(html).toMatch(/<input [^>]*inputMode="numeric"[^>]*type="text"[^>]*value="03-11-2026"/)
  expect(html).toContain('aria-label="From: open the calendar"')
  expect(html).toMatch(/<input type="date" tabindex="-1" aria-hidden="true"/)
})

test('a menu is initially closed, and its button announces what it opens', () => {
  const html = renderToStaticMarkup(
    <Menu icon="download" label="Export" items={[{ label: 'A', onChoose() {} }]} />,
  )
  expect(html).toContain('aria-label="Export" aria-haspopup="menu" aria-expanded="false"')
  expect(html).not.toContain('role="menuitem"')
})

test('a refused field is marked invalid, with its error and hint as description', () => {
  const html = renderToStaticMarkup(
    <Field id="code" label="Code" hint="Ask a member" error="code is required" />,
  )
  expect(html).toContain('<label for="code"')
  expect(html).toContain('aria-invalid="true" aria-describedby="code-hint code-error"')
  expect(html).toMatch(/id="code-error"[^>]*><span[^>]*>code is required/)
})

test('a busy button keeps its label and focus, and announces that it is busy', () => {
  const html = renderToStaticMarkup(<Button busy>Confirm</Button>)
  expect(html).toContain('aria-busy="true" aria-disabled="true"')
  expect(html).toContain('Confirm')
  expect(html).not.toContain(' disabled=""')
})

test('a hidden amount is not in the markup', () => {
  const html = renderToStaticMarkup(
    <Money amount="1284.50" currency="USD" size="balance" hidden={{ label: 'Balance hidden' }} />,
  )
  expect(html).not.toContain('284')
  expect(html).toContain('aria-label="Balance hidden"')
})

test('one tab is in the tab order and names the panel', () => {
  const html = renderToStaticMarkup(
    <Tabs
      label="Orders"
      tabs={[
        { key: 'a', label: 'A' },
        { key: 'b', label: 'B', count: 0 },
      ]}
      value="b"
      onChange={() => undefined}
    >
      panel
    </Tabs>,
  )
  expect(html.match(/role="tab"[^>]*tabindex="0"/gi)).toHaveLength(1)
  const panelLabel = /role="tabpanel"[^>]*aria-labelledby="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`id="${panelLabel}" aria-selected="true"`)
})

test('internal links use the router, external links open a new tab without referrer', () => {
  const html = renderToStaticMarkup(
    <AnchorProvider value={({ href, children }) => <a href={`routed:${href}`}>{children}</a>}>
      <Anchor href="/warehouse">in</Anchor>
      <Anchor href="https://example.com/">out</Anchor>
      <Anchor href="//example.com/">sly</Anchor>
    </AnchorProvider>,
  )
  expect(html).toContain('routed:/warehouse')
  expect(
    html.match(/target="_blank" rel="noopener noreferrer" href="(https:)?\/\/example.com\/"/g),
  ).toHaveLength(2)
})

test('an icon is decorative unless it has a label', () => {
  expect(renderToStaticMarkup(<Icon name="lock" />)).toContain('aria-hidden="true"')
  expect(renderToStaticMarkup(<Icon name="lock" label="Locked" />)).toContain(
    'role="img" aria-label="Locked"',
  )
})
