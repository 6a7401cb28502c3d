// Placement constraints: `label==value`, `label!=value`, `label in (a, b)`.

export interface Constraint {
  label: string;
  operator: '==' | '!=' | 'in';
  /** One value for == and !=, at least one for in. */
  values: string[];
}

const among = /^\s*(.+?)\s+in\s*\(([^()]*)\)\s*$/;
const compared = /^\s*([^=!]+?)\s*(==|!=)\s*(.*?)\s*$/;

/** The constraint that the text spells, or undefined where it spells none. Labels and values are kept exactly, but for the spaces around them. */
export function parseConstraint(text: string): Constraint | undefined {
  const comparison = compared.exec(text);
  if (comparison) {
    const [, label = '', operator = '==', value = ''] = comparison;
    if (value === '' || value.startsWith('=')) return undefined;
    return { label, operator: operator as '==' | '!=', values: [value] };
  }
  const membership = among.exec(text);
  if (!membership) return undefined;
  const values = (membership[2] ?? '').split(',').map((value) => value.trim());
  if (values.some((value) => value === '')) return undefined;
  return { label: membership[1] ?? '', operator: 'in', values };
}

/** Whether labels satisfy a constraint. A label that is missing equals no value. */
export function satisfies(labels: Readonly<Record<string, string>>, constraint: Constraint): boolean {
  const value = Object.hasOwn(labels, constraint.label) ? labels[constraint.label] : undefined;
  const listed = value !== undefined && constraint.values.includes(value);
  return constraint.operator === '!=' ? !listed : listed;
}
