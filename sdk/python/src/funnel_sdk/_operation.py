"""Nouns whose operations are described once, and called through either client."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from typing_extensions import Self

from ._call import Call

if TYPE_CHECKING:
    from ._client import AsyncFunnelClient, FunnelClient

P = ParamSpec("P")
T = TypeVar("T")
Client = TypeVar("Client", bound="FunnelClient | AsyncFunnelClient")


class Noun(Generic[Client]):
    """A noun of the API: its operations through one client."""

    def __init__(self, client: Client) -> None:
        self._client = client


class operation(Generic[T]):
    """Turns a function that builds a call into a method that sends it, and returns a `T` or an awaitable of it."""

    def __init__(self, result: type[T]) -> None:
        self._result = result

    def __call__(self, build: Callable[Concatenate[Any, P], Call]) -> Operation[P, T]:
        return Operation(build, self._result)


class items(Generic[T]):
    """Turns a function that builds the call of a list into a method that iterates over the items, page after page."""

    def __init__(self, item: type[T]) -> None:
        self._item = item

    def __call__(self, build: Callable[Concatenate[Any, P], Call]) -> Items[P, T]:
        return Items(build, self._item)


class Attribute(Generic[P, T]):
    """A function that builds a call, bound as a method of the noun that it is read from."""

    def __init__(self, build: Callable[Concatenate[Any, P], Call], result: type[T]) -> None:
        described: Any = self
        functools.update_wrapper(described, build)
        self._build, self._result = build, result

    def _bound(self, noun: Noun[Any], run: Callable[[Call], Any], result: Any) -> Any:
        """Returns the method of this noun: `run` receives the call that the method's arguments build."""

        async def run_async(*args: P.args, **kwargs: P.kwargs) -> Any:
            return await run(self._build(noun, *args, **kwargs))

        def run_sync(*args: P.args, **kwargs: P.kwargs) -> Any:
            return run(self._build(noun, *args, **kwargs))

        method: Any = run_async if inspect.iscoroutinefunction(run) else run_sync
        functools.update_wrapper(method, self._build)
        # Tools show the signature without `self`, and with the result in place of the call.
        result = None if result is type(None) else result
        del method.__wrapped__
        method.__annotations__ = {**self._build.__annotations__, "return": result}
        parameters = list(self._signature.parameters.values())[1:]
        method.__signature__ = self._signature.replace(parameters=parameters, return_annotation=result)
        return method

    @functools.cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self._build)


class Operation(Attribute[P, T]):
    """A method that sends its call."""

    @overload
    def __get__(self, noun: None, owner: Any) -> Self: ...
    @overload
    def __get__(self, noun: Noun[FunnelClient], owner: Any) -> Callable[P, T]: ...
    @overload
    def __get__(self, noun: Noun[AsyncFunnelClient], owner: Any) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, noun: Noun[Any] | None, owner: Any) -> Any:
        return self if noun is None else self._bound(noun, noun._client._send, self._result)


class Items(Attribute[P, T]):
    """A method that iterates over the items of a list."""

    @overload
    def __get__(self, noun: None, owner: Any) -> Self: ...
    @overload
    def __get__(self, noun: Noun[FunnelClient], owner: Any) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, noun: Noun[AsyncFunnelClient], owner: Any) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, noun: Noun[Any] | None, owner: Any) -> Any:
        if noun is None:
            return self
        iterator: Any = AsyncIterator if inspect.isasyncgenfunction(noun._client._items) else Iterator
        return self._bound(noun, noun._client._items, iterator[self._result])
