// Events as they are sent, [name, field, ...]: a function for each name tells what they change.

/** Functions for all of these events: a new event in Python is a type error until they have it.
    @template {keyof Wire.Events} Name
    @template Context
    @typedef {{ [N in Name]: (context: Context, ...fields: Wire.Events[N]) => void }} Handlers */

/** Calls the function of this event, if it has one.
    @template Context @param {Partial<Handlers<keyof Wire.Events, Context>>} handlers
    @param {Context} context @param {Wire.Event} event */
export function handle(handlers, context, [name, ...fields]) {
  const handler = /** @type {((context: Context, ...fields: unknown[]) => void) | undefined} */ (
    handlers[name]
  );
  handler?.(context, ...fields);
}
