/** `ref` of the field to focus when a screen or dialog opens. */
export const takeFocus = (field: HTMLElement | null): void => field?.focus()

/** Options of a select input; labels are below `group`. */
export const choicesOf = (ids: readonly string[], group: string) =>
  ids.map((id) => ({ id, name: `${group}.${id}` }))
