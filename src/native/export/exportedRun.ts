/** Parts of an exported engine, and the names that its files share. */
import type { KernelSource } from '../../equations/kernel/kernelSource.js';

/** A recorded quantity: cells whose rows are its value, the first less the others. */
export interface ExportedQuantity {
  readonly name: string;
  readonly unit: string;
  readonly cells: readonly { readonly plane0: number; readonly plane1: number; readonly at: number }[];
}

/** A parameter or input that users set: doubles that hold it, and words that point to the first of these once it is set. */
export interface ExportedSetting {
  readonly name: string;
  readonly unit: string;
  readonly doubles: readonly number[];
  readonly words: readonly number[];
  readonly above?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly below?: number | undefined;
  readonly atMost?: number | undefined;
}

/** A run to export: sources, memory at t = 0, places of what users read and set. */
export interface ExportedRun {
  readonly circuit: string;
  readonly title: string;
  /** 'ringmain 0.1.0' */
  readonly by: string;
  readonly sources: readonly KernelSource[];
  /** The memory at t = 0. */
  readonly memory: Uint8Array;
  readonly quantities: readonly ExportedQuantity[];
  readonly settings: readonly ExportedSetting[];
  /** Doubles: time and number of accepted steps, last verdict, rows that are whole; the first time of the rows. */
  readonly words: {
    readonly time: number;
    readonly accepted: number;
    readonly verdict: number;
    readonly rows: number;
    readonly times: number;
  };
  readonly startPlane: number;
  readonly accept: number;
  readonly outcomes: { readonly goOn: number; readonly finished: number };
  /** Exported functions that compute means of wave lines before a read. */
  readonly means: readonly string[];
  /** s */
  readonly end: number;
}

/** First words of every exported file, inside its comment. */
export const exportMark = 'written by ringmain export';

/** Names of C, of the headers that exported files include, and of those files themselves, which the type of an instance cannot have. */
const taken = new Set(
  `auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static
  struct switch typedef union unsigned void volatile while
  acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint
  llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan tanh tgamma
  trunc fpclassify isfinite isgreater isinf isless isnan isnormal signbit INFINITY NAN
  abort abs atexit atof atoi atol atoll bsearch calloc div exit free getenv labs ldiv llabs lldiv malloc mblen mbtowc qsort rand realloc srand strtod strtof strtol strtoul
  system wctomb memchr memcmp memcpy memmove memset strcat strchr strcmp strcoll strcpy strcspn strerror strlen strncat strncmp strncpy strpbrk strrchr strspn strstr strtok
  clearerr fclose feof ferror fflush fgetc fgetpos fgets fopen fprintf fputc fputs fread freopen fscanf fseek fsetpos ftell fwrite getc getchar gets perror printf putc
  putchar puts remove rename rewind scanf setbuf setvbuf snprintf sprintf sscanf stderr stdin stdout tmpfile tmpnam ungetc vprintf vsprintf EOF FILE NULL
  asctime clock ctime difftime gmtime localtime mktime strftime time timespec
  a account instance main now saved times`.split(/\s+/),
);

/** C identifier of a circuit's name, of which its functions, its files and the type of its instances have their names. */
export function identifier(name: string): string {
  const plain = name.replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
  return /^[a-z]/i.test(plain) && !/_t$|^rm_/.test(plain) && !taken.has(plain) ? plain : `circuit_${plain}`;
}

/** First words of an exported C file: its mark and the circuit's title, in which nothing ends the comment or opens another. */
export const heading = (run: ExportedRun): string =>
  `${mark(run)}. ${run.title.replace(/\s+/g, ' ').replaceAll('*/', '* /').replaceAll('/*', '/ *').trim()}`.trimEnd();

export const mark = ({ circuit, by }: ExportedRun): string => `${exportMark} c (${by}) of ${circuit}`;
