// Writes src/generated from the OpenAPI document: the types by openapi-typescript, and beside them one class a noun with one method a
// verb. Usage: node scripts/generate.mjs path/to/openapi.json
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const HEADER = "// Written by `npm run generate` from docs/openapi.json. Do not edit.\n\n";
const METHODS = ["get", "put", "post", "delete", "patch"];

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error("usage: node scripts/generate.mjs path/to/openapi.json");
  process.exit(2);
}
const document = JSON.parse(readFileSync(source, "utf8"));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => read(path, method, item[method])),
);

const types = astToString(
  await openapiTS(withoutBodies(document), { emptyObjectsUnknown: true, rootTypes: true, rootTypesNoSchemaPrefix: true, transform: prefixed }),
);
write("schema.ts", types + renamed());
write("resources.ts", resources());

/** The names of schemas before, each with the schema's name now. */
function aliases() {
  return Object.entries(document.components.schemas)
    .filter(([, schema]) => schema.$ref !== undefined)
    .map(([before, { $ref }]) => [before, $ref.split("/").at(-1)]);
}

function renamed() {
  return aliases().map(([before, now]) => `/** @deprecated Use \`${now}\`, which is the same. */\nexport type ${before} = ${now};\n`).join("");
}

/** Says which keys a map has, where they are words of a closed set: the generator of types passes over the names of
 * properties. */
function nameKeys(schema) {
  if (schema === null || typeof schema !== "object") return;
  const { additionalProperties, propertyNames } = schema;
  if (propertyNames?.enum !== undefined) {
    schema.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties]));
    schema.additionalProperties = false;
  }
  Object.values(schema).forEach(nameKeys);
}

/** A text that begins with one of some words, as the pattern `^(a|b)\\.` says. A union tells its forms apart by it. */
function prefixed({ type, pattern }) {
  const words = type === "string" && /^\^\(([\w|]+)\)\\\.$/.exec(pattern ?? "")?.[1];
  if (!words) return undefined;
  const texts = words.split("|").map((word) => "`" + word + ".${string}`");
  return ts.factory.createTypeReferenceNode(texts.join(" | "));
}

/** The document without what the methods say themselves: bodies and answers by operation would be nine tenths of the types. What
 * webhooks receive is `WebhookEvent`. */
function withoutBodies(document) {
  const slim = structuredClone(document);
  delete slim.webhooks;
  for (const [before] of aliases()) delete slim.components.schemas[before];
  nameKeys(slim.components.schemas);
  for (const operation of Object.values(slim.paths).flatMap((item) => METHODS.map((method) => item[method]).filter(Boolean))) {
    operation.responses = {};
    delete operation.requestBody;
  }
  return slim;
}

/** What the generator needs to know of one operation. */
function read(path, method, operation) {
  const noun = operation.tags[0].replaceAll(" ", "_");
  const id = operation.operationId;
  if (!id.startsWith(`${noun}_`)) {
    throw new Error(`${id} does not begin with its tag, ${noun}`);
  }
  const parameters = (operation.parameters ?? []).map((parameter) => deref(parameter));
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith("2"));
  const [answerType, answerContent] = Object.entries(answer.content ?? {})[0] ?? [];
  const [bodyType, bodyContent] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    id, noun, path, method, status, answerType, bodyType,
    verb: id.slice(noun.length + 1),
    summary: operation.summary,
    description: operation.description,
    params: parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query"),
    ifMatch: parameters.some((parameter) => parameter.name.toLowerCase() === "if-match"),
    idempotencyKey: parameters.some((parameter) => parameter.name.toLowerCase() === "idempotency-key"),
    bodyRequired: operation.requestBody?.required === true,
    bodySchema: bodyContent?.schema,
    answerSchema: answerContent?.schema,
  };
}

function deref(value) {
  if (value?.$ref === undefined) return value;
  return value.$ref.slice(2).split("/").reduce((node, key) => node[key], document);
}

/** The type of the items of a paged answer, as text; undefined where the operation has no pages. */
function paging({ params, answerSchema }) {
  const properties = deref(answerSchema)?.properties ?? {};
  if (!params.some(({ name }) => name === "cursor") || properties.next_cursor === undefined) return undefined;
  const lists = Object.keys(properties).filter((name) => [deref(properties[name]).type].flat().includes("array"));
  if (lists.length !== 1) throw new Error(`a page must have one list, not ${lists.join(", ")}`);
  return lists[0];
}

function resources() {
  const nouns = group(operations);
  const named = new Set();
  const classes = [...nouns].map(([noun, list]) => nounClass(noun, list, named));
  const requests = operations.filter(takesAnything).map((operation) => requestType(operation, named));
  const fields = [...nouns.keys()].map((noun) => {
    const tag = document.tags?.find(({ name }) => name.replaceAll(" ", "_") === noun);
    return `${comment(2, tag?.description)}  readonly ${camel(noun)}: ${pascal(noun)};\n`;
  });
  const assignments = [...nouns.keys()].map((noun) => `    this.${camel(noun)} = new ${pascal(noun)}(transport);\n`);
  return [
    `import { type BinaryBody, type Call, type CallOptions, Noun, type WithIdempotencyKey, type WithIfMatch } from "../call.js";\n`,
    `import type { Pages } from "../pages.js";\n`,
    `import type { Transport } from "../transport.js";\n`,
    `import type {\n  ${[...named, "operations"].sort().join(",\n  ")},\n} from "./schema.js";\n\n`,
    `/** Shows the members of an intersection as one list. */\ntype Flat<T> = { [K in keyof T]: T[K] };\n\n`,
    "/** What operations take that take nothing yet. */\nexport type NoRequest = { readonly [name: string]: never };\n\n",
    ...requests,
    ...classes,
    `/** Every noun of the API. */\nexport class Resources {\n${fields.join("")}\n`,
    `  constructor(transport: Transport) {\n${assignments.join("")}  }\n}\n`,
  ].join("");
}

function group(list) {
  const groups = new Map();
  for (const operation of list) groups.set(operation.noun, [...(groups.get(operation.noun) ?? []), operation]);
  return groups;
}

function takesAnything(operation) {
  return operation.params.length > 0 || bodyOf(operation, new Set()) !== undefined;
}

/** Parameters by their names, and the body as `body`, in one object: what an operation takes later on moves nothing. */
function requestType(operation, named) {
  const { id, params, summary } = operation;
  if (params.some(({ name }) => name === "body")) throw new Error(`${id} has a parameter that is called body`);
  const places = ["path", "query"].filter((place) => params.some((parameter) => parameter.in === place));
  const parts = places.map((place) => {
    const type = `operations["${id}"]["parameters"]["${place}"]`;
    return place === "query" ? `NonNullable<${type}>` : type;
  });
  const body = bodyOf(operation, named);
  if (body !== undefined) parts.push(`{ body${body.required ? "" : "?"}: ${body.type} }`);
  return `/** What "${summary}" takes. */\nexport type ${pascal(id)}Request = Flat<${parts.join(" & ")}>;\n\n`;
}

/** The type of the first argument, and whether it may be left out. */
function requestOf(operation) {
  const isRequired = operation.params.some((parameter) => parameter.required) || bodyOf(operation, new Set())?.required;
  return { type: takesAnything(operation) ? `${pascal(operation.id)}Request` : "NoRequest", optional: isRequired ? "" : "?" };
}

function nounClass(noun, list, named) {
  const description = document.tags?.find(({ name }) => name.replaceAll(" ", "_") === noun)?.description;
  const methods = list.flatMap((operation) => {
    const items = paging(operation);
    return items === undefined ? [method(operation, named)] : [method(operation, named), listAll(operation, items, named)];
  });
  return `${comment(0, description ?? `Operations on ${noun.replaceAll("_", " ")}.`)}` +
    `export class ${pascal(noun)} extends Noun {\n${methods.join("\n")}}\n\n`;
}

function method(operation, named) {
  const { verb, summary, description } = operation;
  const { type, optional } = requestOf(operation);
  const known = descriptor(operation, bodyOf(operation, named)).join(", ");
  return `${comment(2, summary && `${summary}.`, description)}` +
    `  ${camel(verb)}(request${optional}: ${type}, options?: ${optionsOf(operation)}): Call<${answerOf(operation, named)}> {\n` +
    `    return this.call({ ${known} }, request, options);\n  }\n`;
}

function listAll(operation, items, named) {
  const { verb, summary } = operation;
  const page = answerOf(operation, named);
  const { type, optional } = requestOf(operation);
  const note = "Everything, page by page: iterate with `for await`, or over `.pages`.";
  return `${comment(2, `${summary}: all of them.`, note)}` +
    `  ${camel(verb)}All(request${optional}: Omit<${type}, "cursor">, options?: CallOptions): Pages<${page}["${items}"][number], ${page}> {\n` +
    `    return this.pages("${items}", (cursor) => this.${camel(verb)}({ ...request, ...cursor } as ${type}, options));\n  }\n`;
}

/** What the runtime has to know, in as few words as possible: it is part of every bundle. */
function descriptor({ method, path, idempotencyKey, answerType, bodyType }, body) {
  const parts = [`method: "${method.toUpperCase()}"`, `path: "${path}"`];
  if (idempotencyKey) parts.push("idempotencyKey: true");
  if (body !== undefined && bodyType !== "application/json") parts.push(`sends: "${bodyType}"`);
  if (answerType === undefined) parts.push(`answers: "nothing"`);
  else if (answerType.startsWith("text/")) parts.push(`answers: "text"`);
  else if (answerType !== "application/json") parts.push(`answers: "file"`);
  return parts;
}

function bodyOf({ bodyType, bodySchema, bodyRequired }, named) {
  if (bodyType === undefined) return undefined;
  if (bodyType !== "application/json") return { type: "BinaryBody", required: true };
  const schema = deref(bodySchema);
  const empty = schema.type === "object" && schema.properties === undefined && schema.additionalProperties === false;
  return empty ? undefined : { type: schemaName(bodySchema, named), required: bodyRequired };
}

function answerOf({ answerType, answerSchema }, named) {
  if (answerType === undefined) return "void";
  if (answerType.startsWith("text/")) return "string";
  return answerType === "application/json" ? schemaName(answerSchema, named) : "Blob";
}

function schemaName(schema, named) {
  if (schema.$ref === undefined) throw new Error("a JSON body must be a named schema");
  const name = schema.$ref.split("/").at(-1);
  named.add(name);
  return name;
}

function optionsOf({ ifMatch, idempotencyKey }) {
  return ["CallOptions", ifMatch && "WithIfMatch", idempotencyKey && "WithIdempotencyKey"].filter(Boolean).join(" & ");
}

function comment(indent, ...paragraphs) {
  const pad = " ".repeat(indent);
  const lines = paragraphs.filter(Boolean).join("\n\n").replaceAll("*/", "*\\/").split("\n");
  if (lines.join("") === "") return "";
  if (lines.length === 1) return `${pad}/** ${lines[0]} */\n`;
  return `${pad}/**\n${lines.map((line) => `${pad} * ${line}`.trimEnd()).join("\n")}\n${pad} */\n`;
}

function pascal(words) {
  return words.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join("");
}

function camel(words) {
  const name = pascal(words);
  return name[0].toLowerCase() + name.slice(1);
}

function write(name, text) {
  writeFileSync(new URL(`../src/generated/${name}`, import.meta.url), HEADER + text);
}
