// Views of one thing, beside each other. Arrow keys move and choose, as the ARIA tabs pattern asks.
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab<Key extends string> {
  key: Key
  label: string
  /** Shown beside the label when given, zero included. */
  count?: number | undefined
}

interface TabsProps<Key extends string> {
  /** What the views are of. */
  label: string
  tabs: readonly Tab<Key>[]
  value: Key
  onChange: (key: Key) => void
  /** The panel of the chosen tab. */
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
        className="-mx-gutter flex gap-1 overflow-x-auto border-b border-line px-gutter [scrollbar-width:none]"
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
              className={`target flex-1 cursor-pointer rounded-t-small border-b-2 px-2 text-small font-semibold whitespace-nowrap -outline-offset-2 transition-colors duration-100 ${
                selected ? 'border-action text-action' : 'border-transparent text-quiet hover:text-ink'
              }`}
            >
              {tab.label}
              {tab.count !== undefined && <span className="figures ml-1.5 font-medium">{tab.count}</span>}
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
