// Package sandbox reads what strangers send in processes of its own. A process is the same
// program again, started with a hidden command. On Linux it limits its own memory and
// processor time before it reads anything; the parent ends it by the clock everywhere. An
// input and the name of a task enter; the task's output leaves, or why the input is refused.
// What the tasks do is not known here.
package sandbox
