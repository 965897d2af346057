/** As the `ref` of the field that is to be typed into first, on a screen or in a dialog that has just opened. */
export const takeFocus = (field: HTMLElement | null): void => field?.focus()

/** The choices of a select input, by their texts below `group`. */
export const choicesOf = (ids: readonly string[], group: string) =>
  ids.map((id) => ({ id, name: `${group}.${id}` }))
