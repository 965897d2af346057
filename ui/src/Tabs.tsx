// Tabs. Arrow keys move the focus and select, as in the ARIA tabs pattern.
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { count } from './formats.ts'

export interface Tab<Key extends string> {
  key: Key
  label: string
  /** Shown above the label, zero included; null: not known yet, but its space is reserved. */
  count?: number | null
}

interface TabsProps<Key extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Key>[]
  value: Key
  onChange: (key: Key) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

export function Tabs<Key extends string>({ label, tabs, value, onChange, children }: TabsProps<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex((tab) => tab.key === value)

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowRight: (chosen + 1) % tabs.length,
      ArrowLeft: (chosen - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(tabs[next]!.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="-mx-gutter grid print:hidden grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-0.5 border-b border-line px-gutter"
      >
        {tabs.map((tab) => {
          const selected = tab.key === value
          return (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={selected}
              aria-controls={`${id}-panel`}
              tabIndex={selected ? 0 : -1}
              onClick={() => onChange(tab.key)}
              onKeyDown={move}
              className={`flex min-h-target min-w-0 cursor-pointer flex-col items-center rounded-t-small border-b-2 px-1.5 py-2 text-small leading-tight font-semibold -outline-offset-2 transition-colors duration-100 ${tab.count === undefined ? 'justify-center' : ''} ${
                selected ? 'border-action text-action' : 'border-transparent text-quiet hover:text-ink'
              }`}
            >
              {tab.count !== undefined && (
                <span className="figures text-title">
                  {tab.count === null ? '\u00a0' : `${count(tab.count)} `}
                </span>
              )}
              <span className="max-w-full hyphens-auto">{tab.label}</span>
            </button>
          )
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={-1}
        className="outline-none"
      >
        {children}
      </div>
    </>
  )
}
