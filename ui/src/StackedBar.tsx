export interface BarPart {
  key: string
  /** Including its figure, such as "37 verified". */
  label: string
  value: number
  tone: 'action' | 'quiet' | 'control' | 'track' | 'award' | 'loss'
}

const fills = {
  action: 'bg-action',
  quiet: 'bg-quiet',
  control: 'bg-control',
  track: 'bg-track',
  award: 'bg-award-fill',
  loss: 'bg-loss',
}

export function StackedBar({ label, parts }: { label: string; parts: readonly BarPart[] }) {
  const some = parts.filter((part) => part.value > 0)
  return (
    <div role="group" aria-label={label}>
      <div aria-hidden className="flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-track">
        {some.map((part) => (
          <span
            key={part.key}
            className={`h-full min-w-1.5 ${fills[part.tone]}`}
            style={{ flexGrow: part.value, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="figures mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-quiet">
        {parts.map((part) => (
          <li key={part.key} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2 shrink-0 rounded-[2px] ${fills[part.tone]}`} />
            {part.label}
          </li>
        ))}
      </ul>
    </div>
  )
}
