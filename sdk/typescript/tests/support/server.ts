import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a server of a test got it. */
export interface Got {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A local server for one test. */
export class TestServer implements AsyncDisposable {
  readonly got: Got[] = [];
  readonly #server: Server;

  private constructor(answer: (got: Got, response: ServerResponse) => unknown) {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const got = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
      this.got.push(got);
      await answer(got, response);
    });
  }

  /** A server whose every request goes to `answer`, on any port if none is named. */
  static async start(answer: (got: Got, response: ServerResponse) => unknown, port = 0): Promise<TestServer> {
    const server = new TestServer(answer);
    await new Promise<void>((resolve) => server.#server.listen(port, "127.0.0.1", resolve));
    return server;
  }

  /** A server that gives these answers in turn, and the last one from then on. */
  static answering(...answers: Planned[]): Promise<TestServer> {
    let next = 0;
    return TestServer.start((_, response) => {
      const { status = 200, headers = {}, body = "{}" } = answers[Math.min(next++, answers.length - 1)] as Planned;
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export interface Planned {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}
