// A native select behind an icon, for the corner of a page.
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import type { SelectProps } from './Select.tsx'

interface IconSelectProps<Value extends string> extends Omit<SelectProps<Value>, 'compact'> {
  icon: IconName
}

export function IconSelect<Value extends string>({
  label,
  icon,
  choices,
  value,
  onChange,
}: IconSelectProps<Value>) {
  return (
    <span className="target relative inline-grid place-items-center rounded-control border border-line bg-surface transition-colors duration-100 hover:border-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action">
      <Icon name={icon} />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none bg-surface text-[1rem] text-ink opacity-0"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} lang={choice.lang}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  )
}
